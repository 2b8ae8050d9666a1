import { endpoints } from "@domains/contract/endpoints.ts";
import { describe, expect, it } from "vitest";
import { readAccount, readDeliveries } from "../../../src/client/read/account.ts";
import { readDns, readZones } from "../../../src/client/read/dns.ts";
import {
	readBatch,
	readDomain,
	readDomainPage,
	readOffer,
	readOutcomes,
	readSearch,
} from "../../../src/client/read/domains.ts";
import { readWithGaps } from "../../../src/client/read/fields.ts";
import { outcomeOf } from "../../../src/client/result.ts";
import { extremeValues, mutations } from "./extreme-values.ts";

const names = ["one.com", "two.com", "three.com"];
const record = {
	status: "registered",
	registered_at: "1995-01-02T00:00:00Z",
	expires_at: "2030-01-02T00:00:00Z",
	nameservers: ["ns1.b.net", "ns2.b.net"],
	dns_mode: "managed",
	edge_profile_key: "shield",
	client_ref: "shop",
	external_ref: "A-1",
	renew_price_usd: 12.5,
	note: "kept",
};
const offer = { available: true, register_price_usd: 11.5, renew_price_usd: 12.5, premium: false };
const order = { status: "registered", charged_usd: 11.5, expires_at: "2030-01-02T00:00:00Z", client_ref: "shop" };
const zone = { type: "A", hostname: "www", value: "203.0.113.5", ttl: 300, priority: 10 };
const delivery = {
	event_key: "e1",
	event_type: "domain.renewed",
	attempt_number: 1,
	status: "failed",
	status_code: 500,
};
const sent = { error: "timeout", next_attempt_at: "2030-01-02T00:00:00Z", created_at: "2030-01-01T00:00:00Z" };
const items = (item: object) => names.map((domain, index) => ({ index, success: true, domain, ...item }));
const outcomes = (endpoint: "register" | "registerBatch") => (result: unknown) =>
	readOutcomes(result, { endpoint, domains: endpoint === "register" ? ["one.com"] : names });

/** An answer of each endpoint with all fields that the bot reads, and its reader. */
const readers: Record<string, { example: unknown; read: (result: unknown) => unknown }> = {
	account: {
		example: {
			user_id: 7,
			balance_usd: 487.55,
			api_enabled: true,
			webhook_enabled: false,
			whitelist: ["203.0.113.5"],
			default_config: { default_ttl: 3600 },
		},
		read: readAccount,
	},
	zones: { example: { zones: [".com", ".net", ".org"].map((each) => ({ zone: each, ...offer })) }, read: readZones },
	search: {
		example: { query: "one", items: names.map((domain) => ({ domain, ...offer })) },
		read: (result) => readSearch(result, "one"),
	},
	searchBatch: {
		example: { count: 3, success: 3, failed: 0, items: items(offer) },
		read: (result) =>
			readBatch(result, names).map((item, at) =>
				item.kind === "done" ? readOffer(item.fields, names[at] ?? "") : item,
			),
	},
	domains: {
		example: { items: names.map((domain) => ({ domain, ...record })), total: 3, next_cursor: "abc" },
		read: readDomainPage,
	},
	domain: { example: { domain: "one.com", ...record }, read: (result) => readDomain(result, "one.com") },
	dns: { example: { mode: "managed", records: [zone, zone, zone], nameservers: ["ns1.b.net"] }, read: readDns },
	deliveries: {
		example: { limit: 10, count: 3, items: [1, 2, 3].map(() => ({ ...delivery, ...sent })) },
		read: readDeliveries,
	},
	register: { example: { domain: "one.com", ...order }, read: outcomes("register") },
	registerBatch: { example: { count: 3, success: 3, failed: 0, items: items(order) }, read: outcomes("registerBatch") },
};

const [first, end] = [new Date("1985-01-01"), new Date("2200-01-01")];
/** The fields of a DNS record may be as long as DNS allows, and `raw` is what the service sent. */
const long: ReadonlySet<string> = new Set(["value", "hostname", "nextCursor"]);

/** Returns what is beyond its bounds in a value of a reader, as "path: value". */
function beyond(value: unknown, path = ""): string[] {
	const key = path.split(".").at(-1) ?? "";
	const bad = [`${path}: ${String(value).slice(0, 50)}`];
	if (key === "raw" || key === "fields") return [];
	if (value instanceof Date) return value >= first && value < end ? [] : bad;
	if (typeof value === "object" && value !== null)
		return Object.entries(value).flatMap(([name, inner]) => beyond(inner, `${path}.${name}`));
	if (typeof value === "number") {
		const most = key.endsWith("Cents") && key !== "balanceCents" ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
		return Number.isSafeInteger(value) &&
			!Object.is(value, -0) &&
			value <= most &&
			(value >= 0 || key === "balanceCents")
			? []
			: bad;
	}
	if (typeof value !== "string") return [];
	if (!value.isWellFormed() || value.includes("\0")) return bad;
	if (key === "domain" || key === "zone") return Buffer.byteLength(value) <= 254 ? [] : bad;
	return value.length <= 500 || long.has(key) ? [] : bad;
}

function answered(result: string): unknown {
	const outcome = outcomeOf({ status: 200, headers: {}, body: `{"status":true,"result":${result}}` }, new Date());
	return outcome.kind === "ok" ? outcome.value : {};
}

it("has a reader for each kind of answer", () => {
	const sameReader = ["renew", "renewBatch", "replaceDns", "replaceNameservers", "bindEdge"];
	expect(
		Object.keys(endpoints)
			.filter((name) => !sameReader.includes(name))
			.toSorted(),
	).toEqual(Object.keys(readers).toSorted());
	expect(extremeValues.length).toBeGreaterThan(40);
});

describe.each(Object.entries(readers))("an extreme value in an answer of %s", (_name, { example, read }) => {
	const all = [...mutations(example)];

	it("becomes a value within its bounds, or is unknown", () => {
		const found = all.flatMap(({ path, text, extreme }) =>
			beyond(read(answered(text))).map((bad) => `${path} = ${extreme.slice(0, 40)} -> ${bad}`),
		);
		expect(found).toEqual([]);
	});

	it("changes no other item of a list", () => {
		const listOf = (value: unknown) => [value, ...Object.values(value ?? {})].find((each) => Array.isArray(each)) ?? [];
		const before = listOf(read(example));
		if (before.length !== 3) return;
		// The second item changes, and may be missing afterwards. A zone is all its records, so one without a type or a value
		// makes the whole zone unreadable.
		const second = all.filter(
			({ path }) => /^(?:\w+\.)?1\b/.test(path) && !/^records\.1(?:$|\.type$|\.value$)/.test(path),
		);
		for (const { text, path, extreme } of second) {
			const after = listOf(read(answered(text)));
			expect([after.at(0), after.at(-1)], `${path} = ${extreme.slice(0, 40)}`).toEqual([before[0], before[2]]);
		}
	});
});

describe("a field that cannot be read", () => {
	it.each([
		[{ domain: "a.com", expires_at: 1_827_273_600_000, client_ref: "x".repeat(501) }, ["expires_at", "client_ref"]],
		[{ domain: "a.com", renew_price_usd: -500, expires_at: "soon" }, ["expires_at", "renew_price_usd"]],
		[{ domain: "a.com", expires_at: null, renew_price_usd: "", client_ref: false, status: true }, []],
		[{ domain: "a.com", renew_price_usd: 0 }, []],
	])("is named, and a missing one is not: %j", (fields, gaps) => {
		expect(readWithGaps(() => readDomain(fields, "a.com")).gaps.toSorted()).toEqual(gaps.toSorted());
	});

	it.each([
		[{ price_usd: -500 }, null, true],
		[{ price_usd: 21_474_836.48 }, null, true],
		[{ price_usd: 1e12 }, null, true],
		[{ register_price_usd: -1, price_usd: 12 }, null, true],
		[{ register_price_usd: null, price_usd: 12 }, 1_200, undefined],
		[{ price_usd: "1e-400" }, null, true],
		[{ price_usd: "0.0e5" }, 0, undefined],
		[{ price_usd: "0x10" }, null, true],
		[{ price_usd: "12,50" }, null, true],
		[{ price_usd: " 1.25e1 " }, 1_250, undefined],
		[{ price_usd: 0 }, 0, undefined],
		[{ price_usd: 1e-9 }, null, true],
		[{ price_usd: 0.004 }, null, true],
		[{ price_usd: 0.005 }, 1, undefined],
		[{}, null, undefined],
	])("of a price is unknown: %j", (prices, registerCents, unreadablePrice) => {
		expect(readOffer({ domain: "a.com", available: true, ...prices }, "a.com")).toEqual({
			...{ domain: "a.com", available: true, registerCents, renewCents: null, premium: null },
			...(unreadablePrice && { unreadablePrice }),
		});
	});

	it.each([
		["2027-02-28", "2027-02-28T00:00:00.000Z"],
		["2027-02-30", null],
		["2027-04-31T10:00:00Z", null],
		["2027-13-01", null],
		["2027-01-02 03:04:05", "2027-01-02T03:04:05.000Z"],
		["2027-01-02T03:04:05+0200", "2027-01-02T01:04:05.000Z"],
		["2027-01-02soon", null],
	])("of a date has a day of its month: %s", (expires_at, expected) => {
		expect(readDomain({ domain: "a.com", expires_at }, "a.com")?.expiresAt?.toISOString() ?? null).toBe(expected);
	});

	it("hides neither the state of a profile nor the rest of a list", () => {
		expect(readDomain({ domain: "a.com", edge_profile_key: { id: 7 } }, "a.com")).toMatchObject({ tellsEdge: false });
		expect(readDomainPage({ items: ["a.com"], next_cursor: "x".repeat(5_000) })).toBeNull();
	});
});
