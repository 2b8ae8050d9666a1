import ipaddr from "ipaddr.js";

/**
 * Two entries for the same addresses are equal: IPv4-mapped IPv6 becomes IPv4, host bits are cleared, and a network
 * with a single address loses its prefix length.
 */
export function canonicalEntry(text: string): string | undefined {
	const [address = "", length, ...rest] = text.trim().split("/");
	if (!isAddress(address) || rest.length > 0) return undefined;
	const given = ipaddr.parse(address);
	const parsed = ipaddr.process(address);
	const bits = parsed.kind() === "ipv4" ? 32 : 128;
	if (length === undefined) return parsed.toString();
	// In an IPv4-mapped network, 96 bits precede the IPv4 address. The prefix length includes these bits.
	const prefix = /^\d{1,3}$/.test(length) ? Number(length) - (given.kind() === parsed.kind() ? 0 : 96) : Number.NaN;
	if (!(prefix >= 0 && prefix <= bits)) return undefined;
	if (prefix === bits) return parsed.toString();
	const network = parsed.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
	return `${network.networkAddressFromCIDR(`${parsed}/${prefix}`)}/${prefix}`;
}

/** Drops an IPv6 scope such as `%eth0`. */
export function canonicalAddress(text: string): string | undefined {
	return ipaddr.isValid(text) ? ipaddr.process(text).toString().split("%")[0] : undefined;
}

/** True for an address in a usual notation: `1.2.3.4`, but not `1.2`, `0x1.2`, `010.1.1.1` or `fe80::1%eth0`. */
function isAddress(text: string): boolean {
	return (
		ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(":") && !text.includes("%") && ipaddr.IPv6.isValid(text))
	);
}
