import ipaddr from "ipaddr.js";

/**
 * Excludes private, loopback, link-local (metadata services), shared, reserved and multicast ranges, and IPv6 addresses
 * that embed an IPv4 address (mapped, NAT64, 6to4, Teredo). Public IPv6 addresses are in 2000::/3, so all others are
 * excluded too.
 */
export function isPublic(address: string): boolean {
	if (!ipaddr.isValid(address)) return false;
	const parsed = ipaddr.parse(address);
	if (parsed.range() !== "unicast") return false;
	return parsed.kind() === "ipv4" || parsed.match(ipaddr.parseCIDR("2000::/3"));
}
