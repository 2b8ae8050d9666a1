import { sign } from "@domains/contract/signature.ts";
import { describe, expect, it } from "vitest";
import { receive } from "../../src/webhooks/receive.ts";
import { mutations } from "../client/read/extreme-values.ts";

const now = new Date("2026-11-20T12:00:00Z");
const seconds = now.getTime() / 1000;
const body = {
	event: "domain.blocked",
	domain: "example.com",
	external_ref: "order-1",
	reason: "abuse",
	occurred_at: "2026-11-20T11:59:58Z",
};

function signedRequest(
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

describe("receive, for a signed event", () => {
	it("reads every field from the body", () => {
		expect(receive(signedRequest(), ["whsec_now"], now)).toMatchObject({
			kind: "event",
			delayed: false,
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
	])("writes the domain %j as %j", (domain, name) => {
		const written = { ...body, domain };
		expect(receive(signedRequest(JSON.stringify(written)), ["whsec_now"], now)).toMatchObject({
			event: { domain: name, body: written },
		});
	});

	it("accepts the previous secret", () => {
		expect(receive(signedRequest(undefined, undefined, "whsec_old"), ["whsec_now", "whsec_old"], now).kind).toBe(
			"event",
		);
	});

	it("replaces characters and times that the database cannot store", () => {
		const reason = "half \ud800 and none \u0000";
		const strange = JSON.stringify({ ...body, reason, "k\u0000": [reason], occurred_at: "+200000-01-01T00:00:00Z" });
		const kept = "half \ufffd and none \ufffd";
		expect(receive(signedRequest(strange), ["whsec_now"], now)).toMatchObject({
			event: { reason: kept, occurredAt: null, body: { "k\ufffd": [kept] } },
		});
	});

	it.each([
		["an id", {}, { "x-service-event-id": "e".repeat(2_705) }],
		["a type", { event: "e".repeat(2_705) }, {}],
		["a domain", { domain: `${"x".repeat(2_705)}.com` }, {}],
		["a domain in Unicode", { domain: `${"ж".repeat(250)}.com` }, {}],
	])("refuses %s that is too long to be stored", (_what, change, headers) => {
		const request = signedRequest(JSON.stringify({ ...body, ...change }));
		const received = receive({ ...request, headers: { ...request.headers, ...headers } }, ["whsec_now"], now);
		expect(received).toEqual({ kind: "refused", reason: "malformed" });
	});

	it("gives for every extreme value of a field an event within bounds, or a refusal", () => {
		const example = { ...body, client_ref: "shop", more: { deep: [1] } };
		for (const { path, text, extreme } of mutations(example)) {
			const received = receive(signedRequest(text), ["whsec_now"], now);
			const what = `${path} = ${extreme.slice(0, 40)}`;
			if (received.kind === "refused") {
				expect(["", "event", "domain"], what).toContain(path);
				continue;
			}
			const { type, domain, clientRef, externalRef, reason, occurredAt, id } = received.event;
			for (const each of [id, type, domain, clientRef, externalRef, reason])
				expect(each?.length ?? 0, what).toBeLessThanOrEqual(500);
			expect(occurredAt === null || occurredAt.getUTCFullYear() < 2_200, what).toBe(true);
			if (path !== "domain") expect(domain, what).toBe("example.com");
		}
	});

	it.each(["1", "2027-02-30T00:00:00Z", "28 Nov 2026", "now"])("does not guess the time %j", (occurred_at) => {
		const received = receive(signedRequest(JSON.stringify({ ...body, occurred_at })), ["whsec_now"], now);
		expect(received).toMatchObject({ event: { occurredAt: null, gaps: ["occurred_at"] } });
	});

	it("accepts an unknown event type with fields of any type", () => {
		const strange = JSON.stringify({ event: "domain.moved", domain: 7, occurred_at: "soon", to: ["x"] });
		expect(receive(signedRequest(strange), ["whsec_now"], now)).toMatchObject({
			event: { type: "domain.moved", domain: null, occurredAt: null, body: { to: ["x"] } },
		});
	});

	it("uses the hash as id if there is no id header", () => {
		const { headers, bytes } = signedRequest();
		const received = receive({ bytes, headers: { ...headers, "x-service-event-id": undefined } }, ["whsec_now"], now);
		expect(received.kind === "event" && received.event.id === received.event.hash).toBe(true);
	});

	it.each([
		[0, { delayed: false }],
		[300, { delayed: false }],
		[301, { delayed: true }],
		[8 * 3600, { delayed: true }],
		[8 * 3600 + 1, { reason: "too_old" }],
		[-300, { delayed: false }],
		[-301, { reason: "too_old" }],
	])("%d seconds old: %j", (age, outcome) => {
		expect(receive(signedRequest(undefined, String(seconds - age)), ["whsec_now"], now)).toMatchObject(outcome);
	});
});

describe("receive, for other requests", () => {
	it("rejects another secret, an empty list of secrets, and the dummy secret", () => {
		const refused = { kind: "refused", reason: "signature" };
		expect(receive(signedRequest(), ["whsec_other"], now)).toEqual(refused);
		expect(receive(signedRequest(), [], now)).toEqual(refused);
		expect(receive(signedRequest(undefined, undefined, "whsec_of_nobody"), [], now)).toEqual(refused);
		expect(receive(signedRequest(undefined, undefined, "whsec_of_nobody"), ["whsec_now"], now)).toEqual(refused);
	});

	it("rejects a changed body or timestamp", () => {
		const { headers, bytes } = signedRequest();
		expect(receive({ headers, bytes: Buffer.concat([bytes, Buffer.from(" ")]) }, ["whsec_now"], now).kind).toBe(
			"refused",
		);
		const later = { ...headers, "x-service-timestamp": String(seconds + 1) };
		expect(receive({ headers: later, bytes }, ["whsec_now"], now).kind).toBe("refused");
	});

	it.each([
		["no signature", { "x-service-signature": undefined }, "unsigned"],
		["no timestamp", { "x-service-timestamp": undefined }, "unsigned"],
		["a timestamp that is not a number", { "x-service-timestamp": "today" }, "unsigned"],
		["text before the timestamp", { "x-service-timestamp": `at ${seconds}` }, "unsigned"],
		["text after the timestamp", { "x-service-timestamp": `${seconds} UTC` }, "unsigned"],
		["a compressed body", { "content-encoding": "gzip" }, "encoded"],
	])("rejects a request with %s", (_case, change, reason) => {
		const { headers, bytes } = signedRequest();
		expect(receive({ bytes, headers: { ...headers, ...change } }, ["whsec_now"], now)).toEqual({
			kind: "refused",
			reason,
		});
	});

	it.each([
		["not JSON", "event"],
		["not an object", "[]"],
		["without an event type", '{"domain":"example.com"}'],
		["not UTF-8", Buffer.from('{"event":"\xff"}', "latin1")],
	])("rejects a signed body that is %s", (_case, content) => {
		expect(receive(signedRequest(content), ["whsec_now"], now)).toEqual({ kind: "refused", reason: "malformed" });
	});

	it("accepts a body of 64 KiB", () => {
		const start = '{"event":"domain.moved","note":"';
		const long = `${start}${"x".repeat(64 * 1024 - start.length - 2)}"}`;
		expect(Buffer.byteLength(long)).toBe(64 * 1024);
		expect(receive(signedRequest(long), ["whsec_now"], now).kind).toBe("event");
	});

	it("uses the first of two headers with the same name", () => {
		const { headers, bytes } = signedRequest();
		const twice = { ...headers, "x-service-event-id": ["evt_1", "evt_2"] };
		expect(receive({ headers: twice, bytes }, ["whsec_now"], now)).toMatchObject({ event: { id: "evt_1" } });
	});

	it("rejects more than 64 KiB before it computes a signature", () => {
		expect(receive({ headers: {}, bytes: Buffer.alloc(64 * 1024 + 1) }, [], now)).toEqual({
			kind: "refused",
			reason: "too_large",
		});
	});
});
