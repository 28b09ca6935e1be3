/** What the sandbox's Stripe is started with. */

/** Plain data: it crosses to the child process as a message. */
export interface StripeSettings {
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** Origin of the product: allowed to call with the publishable key, and default place to return to. */
  readonly publicOrigin: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  /** The product's webhook, registered at start; null without one. */
  readonly webhook: { readonly url: string; readonly secret: string } | null;
  /** Journal that keeps everything over a restart; null keeps it in memory only. */
  readonly dataFile: string | null;
}
