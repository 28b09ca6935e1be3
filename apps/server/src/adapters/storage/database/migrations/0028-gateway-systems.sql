-- The system that a user chose from the gateway's list; null for the one of the domain.
ALTER TABLE broker_connections ADD COLUMN system text;
--> statement-breakpoint
-- Refusals of a login by their codes, and agreements that are not signed.
ALTER TABLE broker_connection_log DROP CONSTRAINT broker_connection_log_fault_check;
--> statement-breakpoint
ALTER TABLE broker_connection_log ADD CONSTRAINT broker_connection_log_fault_check CHECK (fault IN ('wrong_password',
  'login_denied', 'login_rejected', 'login_failed', 'agreements_unsigned', 'no_entitlement', 'session_limit',
  'gateway_down', 'maintenance', 'certificate', 'unknown_system', 'protocol', 'secret_unreadable'));
