import { BlockList, isIP } from "node:net";

/** An entry is an address or a network such as `192.0.2.0/24`. An invalid entry covers nothing. */
export function isAllowedBy(entries: readonly string[]): (address: string) => boolean {
	const list = new BlockList();
	for (const entry of entries) {
		const [address = "", length] = entry.split("/");
		const family = familyOf(address);
		const bits = family === "ipv4" ? 32 : 128;
		if (isIP(address) === 0 || (length !== undefined && !(/^\d+$/.test(length) && Number(length) <= bits))) continue;
		if (length === undefined) list.addAddress(address, family);
		else list.addSubnet(address, Number(length), family);
	}
	return (address) => list.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
	return isIP(address) === 6 ? "ipv6" : "ipv4";
}

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
