import { endpoints } from "@domains/contract/endpoints.ts";
import { recordTypes } from "@domains/contract/records/types.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ledgerOf, startService, type TestService } from "../../../test/support/service.ts";

let world: TestService;
let caller: Awaited<ReturnType<TestService["open"]>>;
beforeAll(async () => {
	world = await startService();
	caller = await world.open(100_000);
	await caller.send("POST", "/domains/register", { domain: "property.com" });
});
afterAll(() => world[Symbol.asyncDispose]());

const oddText = fc.oneof(
	fc.string({ unit: "binary", maxLength: 30 }),
	fc.constantFrom("", "\u0000", "\ud800", "a".repeat(300), "<b>", "'; drop table service.accounts; --", "%", "{}"),
);
const name = fc.oneof(
	{ arbitrary: fc.domain(), weight: 2 },
	{ arbitrary: fc.stringMatching(/^[a-z]{3,8}\.(com|net|law|xn--p1ai)$/), weight: 3 },
	{ arbitrary: fc.constantFrom("property.com", "пример.рф", "google.com", "www.property.com", "co.uk"), weight: 2 },
	oddText,
);
const years = fc.oneof(fc.integer({ min: -1, max: 12 }), fc.double(), fc.constantFrom(1, 2, null, "1", 1e300));
const reference = fc.oneof(oddText, fc.constantFrom(null, 7, []));
const hostname = fc.oneof(fc.constantFrom("@", "www", "*", "_sip._tcp", "property.com."), oddText);
const value = fc.oneof(
	fc.ipV4(),
	fc.ipV6(),
	fc.domain(),
	fc.constant('0 issue "x"'),
	fc.constant("0 5 a.example.net"),
	oddText,
);
const record = fc.record(
	{
		type: fc.oneof(fc.constantFrom(...recordTypes), oddText),
		hostname,
		name: hostname,
		value,
		content: value,
		ttl: fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.constantFrom(2 ** 31, "60", null)),
		priority: fc.oneof(fc.integer({ min: -1, max: 70_000 }), fc.constant(null)),
	},
	{ requiredKeys: [] },
);
const nameservers = fc.array(fc.oneof(fc.domain(), oddText), { maxLength: 15 });
const config = fc.record(
	{
		nameservers,
		nameserver_preset_key: fc.oneof(fc.constant("default"), oddText),
		records: fc.array(record, { maxLength: 4 }),
		edge_profile_key: oddText,
		surprise: oddText,
	},
	{ requiredKeys: [] },
);
const some = (model: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> =>
	fc.oneof({ arbitrary: fc.record(model, { requiredKeys: [] }), weight: 9 }, fc.jsonValue());
const registration = some({
	domain: name,
	years,
	client_ref: reference,
	external_ref: reference,
	edge_profile_key: oddText,
	config,
});
const renewal = { years, client_ref: reference, external_ref: reference };
const items = (item: fc.Arbitrary<unknown>) =>
	some({ items: fc.oneof({ arbitrary: fc.array(item, { maxLength: 6 }), weight: 9 }, fc.jsonValue()) });

const bodies: Partial<Record<keyof typeof endpoints, fc.Arbitrary<unknown>>> = {
	searchBatch: items(fc.oneof(some({ query: name, client_ref: reference, external_ref: reference }), name)),
	register: registration,
	registerBatch: items(registration),
	renew: some(renewal),
	renewBatch: items(some({ domain: name, ...renewal })),
	replaceDns: some({ records: fc.array(record, { maxLength: 6 }) }),
	replaceNameservers: some({ nameservers, preset_key: fc.oneof(fc.constant("default"), oddText) }),
	bindEdge: some({ edge_profile_key: oddText }),
};

const query = fc.record(
	{
		query: name,
		limit: fc.oneof(fc.integer({ min: -1, max: 600 }).map(String), oddText),
		cursor: oddText,
		search: oddText,
		status: fc.oneof(fc.constantFrom("registered", "blocked"), oddText),
	},
	{ requiredKeys: [] },
);

/** A URL cannot contain unpaired surrogates. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

describe("for any input, the answer matches the description and is no internal error:", () => {
	it.each(Object.entries(endpoints))("%s", { timeout: 120_000 }, async (endpoint, { method, path }) => {
		const body = bodies[endpoint as keyof typeof endpoints] ?? fc.constant(undefined);
		await fc.assert(
			fc.asyncProperty(fc.oneof(fc.constant("property.com"), name), query, body, async (domain, search, content) => {
				const target = path.replace("{domain}", encode(domain) || "x");
				const pairs = Object.entries(search).map(([key, text]) => `${key}=${encode(text)}`);
				// `get` and `send` throw if the service's openapi.json does not describe the answer.
				const answer =
					method === "GET"
						? await caller.get(`${target}?${pairs.join("&")}`)
						: await caller.send(method, target, content ?? null);
				expect(answer.status, answer.text).toBeLessThan(500);
			}),
			{ numRuns: 60 },
		);
	});

	it("and the ledger is consistent afterwards", async () => {
		const { sums, account } = await ledgerOf(world.database, caller.userId);
		expect(account).toEqual({ balance: sums?.balance, held: 0 });
	});
});
