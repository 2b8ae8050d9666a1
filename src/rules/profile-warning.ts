/**
 * An effect of a change that the person must confirm twice:
 * - `everyone`: the whole internet may call the API.
 * - `last_address`: no address may call it any more.
 * - `own_address`: this bot may not call it any more.
 * - `old_token`: programs with the old token stop working.
 * - `no_webhook`: no program gets the events of the account any more.
 * - `api_off`: all programs and this bot stop working.
 * - `default_preset`, `default_edge`: new domains no longer get this preset or edge profile.
 * - `default_edge_off`: all orders that rely on the default edge profile fail.
 * - `default_edge_zones`: orders that rely on the default edge profile fail for the TLDs that were removed from it.
 */
export const profileWarnings = [
	"everyone",
	"last_address",
	"own_address",
	"old_token",
	"no_webhook",
	"api_off",
	"default_preset",
	"default_edge",
	"default_edge_off",
	"default_edge_zones",
] as const;
export type ProfileWarning = (typeof profileWarnings)[number];
