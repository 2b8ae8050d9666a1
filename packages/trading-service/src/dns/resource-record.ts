import type { DnsRecord } from "@domains/contract/dns.ts";
import type { Answer, CaaData } from "dns-packet";

export function resourceRecord({ type, value, priority = 0 }: DnsRecord, name: string, ttl: number): Answer {
	switch (type) {
		case "MX":
			return { type, name, ttl, data: { preference: priority, exchange: value } };
		case "TXT":
			return { type, name, ttl, data: textStrings(value) };
		case "SRV": {
			const [weight = "0", port = "0", target = "."] = value.split(" ");
			return { type, name, ttl, data: { priority, weight: Number(weight), port: Number(port), target } };
		}
		case "CAA":
			return { type, name, ttl, data: authorityData(value) };
		default:
			return { type, name, ttl, data: value };
	}
}

/** DNS limits a string to 255 bytes. A quoted value is unquoted first. */
function textStrings(value: string): Buffer[] {
	const text = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(["\\])/g, "$1") : value;
	const bytes = Buffer.from(text);
	const strings: Buffer[] = [];
	for (let start = 0; start < bytes.length; start += 255) strings.push(bytes.subarray(start, start + 255));
	return strings;
}

function authorityData(text: string): CaaData {
	const [, flags = "0", tag = "", value = ""] = /^(\d+) (\S+) "(.*)"$/.exec(text) ?? [];
	// The cast is safe: the packet library accepts any CAA tag, although its TypeScript types allow only three.
	// With `issuerCritical`, the library would write 128 instead of the flags.
	return { flags: Number(flags), tag: tag as CaaData["tag"], value };
}
