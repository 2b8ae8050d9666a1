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
