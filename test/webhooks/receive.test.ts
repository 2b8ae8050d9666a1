import { describe, expect, it } from "vitest";
import { sign } from "../../src/contract/signature.ts";
import { receive } from "../../src/webhooks/receive.ts";

const now = new Date("2026-11-20T12:00:00Z");
const seconds = now.getTime() / 1000;
const body = {
	event: "domain.blocked",
	domain: "example.com",
	external_ref: "order-1",
	reason: "abuse",
	occurred_at: "2026-11-20T11:59:58Z",
};

function letter(
	content: string | Uint8Array = JSON.stringify(body),
	timestamp = String(seconds),
	secret = "whsec_now",
) {
	const bytes = Buffer.from(content);
	return {
		bytes,
		headers: {
			"x-service-event-id": "evt_1",
			"x-service-timestamp": timestamp,
			"x-service-signature": sign(secret, timestamp, bytes),
		},
	};
}

describe("a signed event", () => {
	it("is read from its body", () => {
		expect(receive(letter(), ["whsec_now"], now)).toMatchObject({
			kind: "event",
			late: false,
			event: {
				id: "evt_1",
				hash: expect.stringMatching(/^[\da-f]{64}$/),
				type: "domain.blocked",
				domain: "example.com",
				clientRef: null,
				externalRef: "order-1",
				reason: "abuse",
				occurredAt: new Date("2026-11-20T11:59:58Z"),
				body,
			},
		});
	});

	it.each([
		["пример.com", "xn--e1afmkfd.com"],
		["EXAMPLE.com", "example.com"],
		["example.com.", "example.com"],
		["not a name", "not a name"],
		["", null],
	])("bears the name that %j has everywhere", (domain, name) => {
		const written = { ...body, domain };
		expect(receive(letter(JSON.stringify(written)), ["whsec_now"], now)).toMatchObject({
			event: { domain: name, body: written },
		});
	});

	it("may be signed with the secret before", () => {
		expect(receive(letter(undefined, undefined, "whsec_old"), ["whsec_now", "whsec_old"], now).kind).toBe("event");
	});

	it("keeps no character and no time that the database could not", () => {
		const reason = "half \ud800 and none \u0000";
		const strange = JSON.stringify({ ...body, reason, "k\u0000": [reason], occurred_at: "+200000-01-01T00:00:00Z" });
		const kept = "half \ufffd and none \ufffd";
		expect(receive(letter(strange), ["whsec_now"], now)).toMatchObject({
			event: { reason: kept, occurredAt: null, body: { "k\ufffd": [kept] } },
		});
	});

	it("may be one that nobody has heard of, with anything in it", () => {
		const strange = JSON.stringify({ event: "domain.moved", domain: 7, occurred_at: "soon", to: ["x"] });
		expect(receive(letter(strange), ["whsec_now"], now)).toMatchObject({
			event: { type: "domain.moved", domain: null, occurredAt: null, body: { to: ["x"] } },
		});
	});

	it("is known by its hash where it has no id", () => {
		const { headers, bytes } = letter();
		const received = receive({ bytes, headers: { ...headers, "x-service-event-id": undefined } }, ["whsec_now"], now);
		expect(received.kind === "event" && received.event.id === received.event.hash).toBe(true);
	});

	it.each([
		[0, { late: false }],
		[300, { late: false }],
		[301, { late: true }],
		[8 * 3600, { late: true }],
		[8 * 3600 + 1, { reason: "too_old" }],
		[-300, { late: false }],
		[-301, { reason: "too_old" }],
	])("%d seconds old: %j", (age, outcome) => {
		expect(receive(letter(undefined, String(seconds - age)), ["whsec_now"], now)).toMatchObject(outcome);
	});
});

describe("what is no event of ours", () => {
	it("is refused for another secret, for no secret at all, and for the dummy that stands for none", () => {
		const refused = { kind: "refused", reason: "signature" };
		expect(receive(letter(), ["whsec_other"], now)).toEqual(refused);
		expect(receive(letter(), [], now)).toEqual(refused);
		expect(receive(letter(undefined, undefined, "whsec_of_nobody"), [], now)).toEqual(refused);
		expect(receive(letter(undefined, undefined, "whsec_of_nobody"), ["whsec_now"], now)).toEqual(refused);
	});

	it("is refused when body or time were changed", () => {
		const { headers, bytes } = letter();
		expect(receive({ headers, bytes: Buffer.concat([bytes, Buffer.from(" ")]) }, ["whsec_now"], now).kind).toBe(
			"refused",
		);
		const later = { ...headers, "x-service-timestamp": String(seconds + 1) };
		expect(receive({ headers: later, bytes }, ["whsec_now"], now).kind).toBe("refused");
	});

	it.each([
		["no signature", { "x-service-signature": undefined }, "unsigned"],
		["no timestamp", { "x-service-timestamp": undefined }, "unsigned"],
		["a timestamp in words", { "x-service-timestamp": "today" }, "unsigned"],
		["words before a timestamp", { "x-service-timestamp": `at ${seconds}` }, "unsigned"],
		["words after a timestamp", { "x-service-timestamp": `${seconds} UTC` }, "unsigned"],
		["a compressed body", { "content-encoding": "gzip" }, "encoded"],
	])("is refused with %s", (_case, change, reason) => {
		const { headers, bytes } = letter();
		expect(receive({ bytes, headers: { ...headers, ...change } }, ["whsec_now"], now)).toEqual({
			kind: "refused",
			reason,
		});
	});

	it.each([
		["not JSON", "event"],
		["no object", "[]"],
		["without an event", '{"domain":"example.com"}'],
		["not UTF-8", Buffer.from('{"event":"\xff"}', "latin1")],
	])("is refused when signed but %s", (_case, content) => {
		expect(receive(letter(content), ["whsec_now"], now)).toEqual({ kind: "refused", reason: "malformed" });
	});

	it("may be as long as 64 KiB", () => {
		const start = '{"event":"domain.moved","note":"';
		const long = `${start}${"x".repeat(64 * 1024 - start.length - 2)}"}`;
		expect(Buffer.byteLength(long)).toBe(64 * 1024);
		expect(receive(letter(long), ["whsec_now"], now).kind).toBe("event");
	});

	it("takes the first of two headers of one name", () => {
		const { headers, bytes } = letter();
		const twice = { ...headers, "x-service-event-id": ["evt_1", "evt_2"] };
		expect(receive({ headers: twice, bytes }, ["whsec_now"], now)).toMatchObject({ event: { id: "evt_1" } });
	});

	it("is refused above 64 KiB before anything is computed", () => {
		expect(receive({ headers: {}, bytes: Buffer.alloc(64 * 1024 + 1) }, [], now)).toEqual({
			kind: "refused",
			reason: "too_large",
		});
	});
});
