/** The words that a person chooses from. The bot has a button for each, and a verb or a column takes it. */

export const boardSorts = ["price", "renewal", "name", "sent"] as const;
/** The order in which a board (a stored list of names) shows its available names. `sent`: as the person sent them. */
export type BoardSort = (typeof boardSorts)[number];

export const domainSorts = ["expiry", "name", "added"] as const;
/** `recent`: the domains that the person opened, ordered or changed last come first. */
export type DomainSort = (typeof domainSorts)[number] | "recent";

export const priceSorts = ["popular", "name", "renewal"] as const;
/**
 * `popular` has the popular TLDs first, and then the others by name. `renewal` is the price of the second year. No order
 * puts a cheap first year first, because a later year may cost many times as much.
 */
export type PriceSort = (typeof priceSorts)[number];

export const orderFilters = ["purchases", "changes", "open", "needs_you", "failed", "done"] as const;
/**
 * An item is one domain of an operation.
 * - `running`: confirmed, without a final outcome, and not waiting for a person.
 * - `needs_you`: waits for this person to decide, to confirm, or to restore the bot's access to the account.
 * - `open`: `running` or `needs_you`.
 * - `purchases`: registrations and renewals.
 * - `changes`: all other operations, which cost nothing.
 * - `failed`: at least one item failed, or the order was not sent in time.
 * - `done`: at least one item succeeded.
 */
export type WhichOperations = (typeof orderFilters)[number] | "running" | "all";

/** The format of an exported zone. It is also the file extension. `zone` is a BIND zone file. */
export const zoneFormats = ["zone", "csv", "json"] as const;
export type ZoneFormat = (typeof zoneFormats)[number];

/** How often a person gets a digest, which is a summary of events in one message. */
export const digestRhythms = ["off", "daily", "weekly"] as const;
export type DigestRhythm = (typeof digestRhythms)[number];
