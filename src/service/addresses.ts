import ipaddr from "ipaddr.js";

/**
 * The one form in which an address or network is kept and compared: IPv4-mapped IPv6 as IPv4, the network's own bits
 * only, a network of one address without its length. Undefined for what is neither.
 */
export function canonicalEntry(text: string): string | undefined {
	const [address = "", length, ...rest] = text.trim().split("/");
	if (!isAddress(address) || rest.length > 0) return undefined;
	const given = ipaddr.parse(address);
	const parsed = ipaddr.process(address);
	const bits = parsed.kind() === "ipv4" ? 32 : 128;
	if (length === undefined) return parsed.toString();
	// The length of a mapped network counts the 96 bits before the IPv4 address.
	const prefix = /^\d{1,3}$/.test(length) ? Number(length) - (given.kind() === parsed.kind() ? 0 : 96) : Number.NaN;
	if (!(prefix >= 0 && prefix <= bits)) return undefined;
	if (prefix === bits) return parsed.toString();
	const network = parsed.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
	return `${network.networkAddressFromCIDR(`${parsed}/${prefix}`)}/${prefix}`;
}

/** A caller's address in that form, without the name of a link (`%eth0`); undefined for what is none. */
export function canonicalAddress(text: string): string | undefined {
	return ipaddr.isValid(text) ? ipaddr.process(text).toString().split("%")[0] : undefined;
}

/** Only addresses as people write them: `1.2.3.4`, not `1.2`, `0x1.2` or `010.1.1.1`. */
function isAddress(text: string): boolean {
	return (
		ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(":") && !text.includes("%") && ipaddr.IPv6.isValid(text))
	);
}
