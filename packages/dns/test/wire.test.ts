import { type DnsType, recordTypes } from "@domains/contract/records/types.ts";
import { type Answer, encode } from "dns-packet";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitsMessage, readReply } from "../src/message.ts";

const name = "www.shop.com";
const soa = {
	mname: "ns1.host.net",
	rname: "first\\.last.host.net",
	serial: 1,
	refresh: 1,
	retry: 1,
	expire: 1,
	minimum: 60,
};
const ttl = 300;
const answers: Record<DnsType, Answer> = {
	A: { type: "A", name, ttl, data: "192.0.2.1" },
	AAAA: { type: "AAAA", name, ttl, data: "2001:db8::1" },
	CNAME: { type: "CNAME", name, ttl, data: "a.net" },
	MX: { type: "MX", name, ttl, data: { preference: 10, exchange: "mx.a.net" } },
	NS: { type: "NS", name, ttl, data: "ns.a.net" },
	TXT: { type: "TXT", name, ttl, data: ["v=spf1 ", "-all"] },
	SRV: { type: "SRV", name, ttl, data: { priority: 1, weight: 2, port: 5060, target: "sip.a.net" } },
	CAA: { type: "CAA", name, ttl, data: { flags: 0, tag: "issue", value: "ca.example" } },
};

function replyOf(type: DnsType, given: Answer[], authorities: Answer[] = []): Buffer {
	return encode({
		type: "response",
		id: 7,
		flags: 0,
		questions: [{ type, name, class: "IN" }],
		answers: given,
		authorities,
	});
}

const read = (bytes: Buffer, type: DnsType) => readReply(bytes, 7, { name, type });

describe.each(recordTypes)("a reply with a record of type %s", (type) => {
	const whole = replyOf(type, [answers[type]], [{ type: "SOA", name: "shop.com", ttl, data: soa }]);
	const values = read(whole, type);

	it("is read if it is whole, and never as the answer that there is no such record if it is cut", () => {
		expect(values).toMatchObject({ kind: "values", values: { length: 1 } });
		for (let length = 0; length < whole.length; length += 1)
			expect(["foreign", { kind: "unreadable" }]).toContainEqual(read(whole.subarray(0, length), type));
	});

	it("is unreadable if its data has another length than it says", () => {
		const alone = replyOf(type, [answers[type]]);
		// The record repeats the name of the question. Its length comes after the name, the type, the class and the TTL.
		const at = alone.indexOf(Buffer.from("\x03www"), 13) + name.length + 2 + 8;
		for (const change of [-1, 1, 300]) {
			const bytes = Buffer.from(alone);
			bytes.writeUInt16BE(bytes.readUInt16BE(at) + change, at);
			expect(read(bytes, type)).toEqual({ kind: "unreadable" });
		}
		if (type !== "CAA") expect(read(Buffer.concat([alone, Buffer.alloc(1)]), type)).toEqual({ kind: "unreadable" });
	});

	it("of any bytes is read without an error, and within the limits", () => {
		const change = fc.record({
			at: fc.integer({ min: 2, max: whole.length - 1 }),
			to: fc.integer({ min: 0, max: 255 }),
		});
		fc.assert(
			fc.property(
				fc.array(change, { minLength: 1, maxLength: 8 }),
				fc.uint8Array({ maxLength: 40 }),
				(changes, more) => {
					const bytes = Buffer.concat([whole, more]);
					for (const { at, to } of changes) bytes[at] = to;
					const reply = read(bytes, type);
					if (typeof reply === "string" || reply.kind !== "values") return;
					expect(reply.values.join("").length).toBeLessThan(65_536);
					expect(reply.values.every((each) => !/undefined|NaN/.test(each))).toBe(true);
					expect(reply.aliases.length).toBeLessThanOrEqual(16);
				},
			),
			{ numRuns: 300 },
		);
	});
});

it("any other bytes are read without an error", () => {
	fc.assert(
		fc.property(fc.constantFrom(...recordTypes), fc.uint8Array({ maxLength: 300 }), (type, bytes) => {
			const reply = read(Buffer.concat([Buffer.from([0, 7, 0x80, 0]), bytes]), type);
			expect(["foreign", "truncated", "object"]).toContain(typeof reply === "string" ? reply : typeof reply);
		}),
		{ numRuns: 500 },
	);
});

it("a reply with a dot inside a label of a name is unreadable, except in a mail address", () => {
	const bytes = replyOf("CNAME", [{ type: "CNAME", name, ttl, data: "a-b.net" }]);
	bytes[bytes.lastIndexOf("-")] = 0x2e;
	expect(read(bytes, "CNAME")).toEqual({ kind: "unreadable" });
	const mail = replyOf("A", [], [{ type: "SOA", name: "shop.com", ttl, data: { ...soa, rname: "first-last.net" } }]);
	mail[mail.lastIndexOf("-")] = 0x2e;
	expect(read(mail, "A")).toMatchObject({ kind: "values", ttlSeconds: 60 });
});

it.each([
	["a.net", true],
	[`${"a".repeat(63)}.net`, true],
	[`${"a".repeat(64)}.net`, false],
	[`${"abcdefg.".repeat(31)}net12`, true],
	[`${"abcdefg.".repeat(31)}net123`, false],
	["", false],
	["a..net", false],
	["é".repeat(32), false],
])("a message can carry the name %j: %s", (given, expected) => {
	expect(fitsMessage(given)).toBe(expected);
});
