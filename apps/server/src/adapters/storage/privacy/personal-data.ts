/** Every table and its personal data: what a user's export shows and what their erasure removes. */

/** How the rows of a table are shown to their person. */
interface ShownTable {
  /** Name of its files in the export. */
  readonly file: string;
  /** What it holds, in a sentence for its person. */
  readonly about: string;
  /** Columns without meaning to a user, or that must not leave the server. */
  readonly hidden?: readonly string[];
  /** Columns sealed with the owner's key: the export shows what they hold as `content`. */
  readonly sealed?: readonly string[];
}

interface PersonalTable {
  /** Column that holds the user's id. */
  readonly userColumn: string;
  /** Null leaves the rows out of the export: they contain nothing that the user could read. */
  readonly shown: ShownTable | null;
  /** Rows that the law requires to keep: after an erasure under a random pseudonym, without the columns named here. */
  readonly kept?: { readonly cleared: readonly string[] };
}

/** Tables with personal data, in an order in which their rows can be removed. */
export const PERSONAL_TABLES: Readonly<Record<string, PersonalTable>> = {
  sessions: {
    userColumn: 'user_id',
    shown: { file: 'devices', about: 'Devices that are signed in.', hidden: ['idHash'] },
  },
  tier_overrides: {
    userColumn: 'user_id',
    shown: {
      file: 'granted-plans',
      about: 'Plans that the operator granted you, and why.',
      hidden: ['actor'],
    },
  },
  admin_views: {
    userColumn: 'user_id',
    shown: {
      file: 'support-views',
      about: 'When support looked at the product as you see it, and why.',
      hidden: ['adminId', 'sessionHash'],
    },
  },
  data_usage: {
    userColumn: 'user_id',
    shown: {
      file: 'market-data-shown',
      about: 'Days on which market data was shown to you, as the exchanges require us to record.',
      hidden: ['pseudonym', 'keptUntilMs'],
    },
    kept: { cleared: [] },
  },
  user_instruments: {
    userColumn: 'user_id',
    shown: { file: 'instruments', about: 'Instruments that you analyse live.' },
  },
  watchlist: { userColumn: 'user_id', shown: { file: 'watchlist', about: 'Instruments that you watch.' } },
  preferences: {
    userColumn: 'user_id',
    shown: { file: 'settings', about: 'Your display preferences.' },
  },
  workspace_layouts: {
    userColumn: 'user_id',
    shown: { file: 'layouts', about: 'Layouts of panes that you made.' },
  },
  workspace_drawings: {
    userColumn: 'user_id',
    shown: { file: 'drawings', about: 'Drawings that you made on charts.' },
  },
  api_key_usage: {
    userColumn: 'user_id',
    shown: { file: 'api-key-usage', about: 'Requests of your API keys, by hour and scope.' },
  },
  // Answers to writes of the last day, whose content is in other files
  api_idempotency: { userColumn: 'user_id', shown: null },
  api_keys: {
    userColumn: 'user_id',
    shown: { file: 'api-keys', about: 'Your API keys, without the keys themselves.', hidden: ['keyHash'] },
  },
  // A sealed key: nothing that a user could read, and nothing that may leave
  webhook_keys: { userColumn: 'user_id', shown: null },
  webhook_deliveries: {
    userColumn: 'user_id',
    shown: {
      file: 'webhook-deliveries',
      about: 'What your webhooks were sent in the last days, and how receivers answered.',
      hidden: ['number', 'heldUntilMs'],
    },
  },
  webhooks: {
    userColumn: 'user_id',
    shown: {
      file: 'webhooks',
      about: 'Your webhooks, without secrets.',
      hidden: ['sealedAddress', 'sealedSecret', 'sealedPrevious'],
    },
  },
  alert_rules: {
    userColumn: 'user_id',
    shown: { file: 'alert-rules', about: 'Your alert rules.', hidden: ['place'] },
  },
  alerts: {
    userColumn: 'user_id',
    shown: {
      file: 'alerts',
      about:
        'Alerts that were raised for you. What one of your own market data quotes of it is in `content`.',
      sealed: ['sealed'],
    },
  },
  alert_dead_letters: {
    userColumn: 'user_id',
    shown: {
      file: 'alerts-not-stored',
      about: 'Alerts that were raised for you and could not be stored.',
      hidden: ['failure', 'sqlState', 'refusals'],
    },
  },
  billing_customers: {
    userColumn: 'user_id',
    shown: { file: 'payment-customer', about: 'Your number at the payment provider.' },
  },
  subscriptions: {
    userColumn: 'user_id',
    shown: { file: 'subscriptions', about: 'Your subscriptions as the payment provider reports them.' },
  },
  invoices: {
    userColumn: 'user_id',
    shown: { file: 'invoices', about: 'Your invoices and refunds.', hidden: ['pseudonym', 'keptUntilMs'] },
    kept: { cleared: ['subscription_id', 'payment_intent_id', 'hosted_url', 'pdf_url'] },
  },
  billing_tasks: { userColumn: 'user_id', shown: null },
  billing_leases: { userColumn: 'user_id', shown: null },
  registrations: {
    userColumn: 'user_id',
    shown: { file: 'registration', about: 'Your registration.' },
  },
  consents: {
    userColumn: 'user_id',
    shown: {
      file: 'consents',
      about: 'What you agreed to, in which version and when.',
      hidden: ['pseudonym', 'keptUntilMs'],
    },
    kept: { cleared: ['ip_hash'] },
  },
  erasures: {
    userColumn: 'user_id',
    shown: { file: 'erasure', about: 'Your request to be erased, if there is one.' },
  },
  mail_outbox: { userColumn: 'user_id', shown: { file: 'mails', about: 'Mails sent to you.' } },
  // A sealed password and the sealed key of its row: nothing that a user could read, and nothing that may leave
  broker_credentials: { userColumn: 'user_id', shown: null },
  broker_connections: {
    userColumn: 'user_id',
    shown: {
      file: 'trading-platform',
      about: 'How you connect your own trading platform, without the password.',
      hidden: ['revision'],
    },
  },
  broker_connection_log: {
    userColumn: 'user_id',
    shown: {
      file: 'trading-platform-log',
      about: 'Recent activity of your trading-platform connection.',
      hidden: ['id'],
    },
  },
  account_bars: {
    userColumn: 'user_id',
    shown: {
      file: 'own-market-bars',
      about: 'Bars of one minute of your own trading platform’s market data. Prices are in ticks.',
      sealed: ['sealed'],
    },
  },
  account_gaps: {
    userColumn: 'user_id',
    shown: {
      file: 'own-market-gaps',
      about: 'When your own trading platform’s market data had gaps.',
      sealed: ['sealed'],
    },
  },
  account_windows: {
    userColumn: 'user_id',
    shown: {
      file: 'own-market-windows',
      about: 'What your own market data showed around each event.',
      sealed: ['sealed', 'tape'],
    },
  },
  account_outcomes: {
    userColumn: 'user_id',
    shown: {
      file: 'own-market-outcomes',
      about: 'What was declared of events of your own market data, and how it came out.',
      sealed: ['sealed'],
    },
  },
  account_events: {
    userColumn: 'user_id',
    shown: {
      file: 'own-market-events',
      about: 'Events and patterns found in your own trading platform’s market data.',
      hidden: ['isDue'],
      sealed: ['sealed'],
    },
  },
  // The sealed key of the rows above: once it is deleted, no copy of them opens
  account_keys: { userColumn: 'user_id', shown: null },
  journal_trades: {
    userColumn: 'user_id',
    shown: {
      file: 'trades',
      about: 'The trades of your journal, with the rows of the files they came from.',
      hidden: ['heirKey', 'book'],
    },
  },
  journal_imports: {
    userColumn: 'user_id',
    shown: { file: 'trade-imports', about: 'Files that you imported.', hidden: ['heldUntilMs', 'leansOn'] },
  },
  journal_accounts: {
    userColumn: 'user_id',
    shown: { file: 'trade-accounts', about: 'Settings of your trading accounts.' },
  },
  journal_mappings: {
    userColumn: 'user_id',
    shown: { file: 'trade-mappings', about: 'Your answers about the layouts of your files.' },
  },
  journal_insights: {
    userColumn: 'user_id',
    shown: {
      file: 'insights',
      about: 'Insights from your trades, and what you did with them.',
      hidden: ['place'],
    },
  },
  journal_insight_runs: {
    userColumn: 'user_id',
    shown: {
      file: 'insight-runs',
      about: 'When insights were last computed.',
      hidden: ['version', 'generator'],
    },
  },
  backtests: {
    userColumn: 'user_id',
    shown: {
      file: 'backtests',
      about: 'Rules that you tested on recorded sessions, with their results and trades.',
      hidden: ['number', 'seed', 'jobId', 'preparing'],
    },
  },
  backtest_tries: {
    userColumn: 'user_id',
    shown: { file: 'backtest-tries', about: 'How many rules you tried, and how they came out.' },
  },
  upload_sessions: {
    userColumn: 'user_id',
    shown: {
      file: 'uploaded-sessions',
      about: 'Sessions that were found in the market data files that you uploaded.',
      hidden: ['shape', 'tookMs', 'facts'],
    },
  },
  uploads: {
    userColumn: 'user_id',
    shown: {
      file: 'uploads',
      about:
        'Market data files that you uploaded to test rules on: which there are, not the files themselves.',
      hidden: ['number', 'jobId'],
    },
  },
  jobs: {
    userColumn: 'user_id',
    shown: {
      file: 'background-jobs',
      about: 'Work that ran for you in the background, and how it ended.',
      hidden: ['number', 'key', 'priority', 'turn', 'partition', 'claim', 'heldUntilMs', 'failure'],
    },
  },
  // Shown with the rows they belong to, as the accesses to the account
  audit_values: { userColumn: 'user_id', shown: null },
  journal_versions: { userColumn: 'user_id', shown: null },
  users: { userColumn: 'id', shown: { file: 'profile', about: 'Your account.' } },
};
