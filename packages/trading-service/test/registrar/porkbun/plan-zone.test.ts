import { recordTypes } from "@domains/contract/records/types.ts";
import type { DnsRecord } from "@domains/contract/records/wire.ts";
import { startFakePorkbun } from "fake-porkbun/index.ts";
import { addDomain } from "fake-porkbun/state.ts";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { Refusal } from "../../../src/refusal.ts";
import { createPorkbunClient } from "../../../src/registrar/porkbun/client.ts";
import { planZone, recordsOf } from "../../../src/registrar/porkbun/zone.ts";

const stored = (id: string, type: string, host: string, content: string, prio: number | null = null) => {
	const name = host === "@" ? "zone.com" : `${host}.zone.com`;
	return { id, name, type, content, ttl: 600, prio };
};
const a = (hostname: string, value: string, ttl = 600): DnsRecord => ({ type: "A", hostname, value, ttl });
const mx = (value: string, priority: number): DnsRecord => ({ type: "MX", hostname: "@", value, ttl: 600, priority });
const plan = (current: ReturnType<typeof stored>[], wanted: DnsRecord[]) =>
	planZone("zone.com", current, wanted).map((step) => {
		const id = step.kind === "create" ? "" : ` ${step.id}`;
		const { name = "", content = "", prio } = step.kind === "delete" ? {} : step.fields;
		return `${step.kind}${id} ${name} ${content}${prio === undefined ? "" : ` ${prio}`}`.trimEnd();
	});

it("changes nothing in a zone that is as wanted", () => {
	expect(plan([stored("1", "A", "www", "192.0.2.1")], [a("www", "192.0.2.1")])).toEqual([]);
});

it("creates before it deletes", () => {
	const current = [stored("1", "A", "old", "192.0.2.1"), stored("2", "MX", "@", "mx.example.net", 10)];
	expect(plan(current, [a("new", "192.0.2.1")])).toEqual(["create new 192.0.2.1", "delete 1", "delete 2"]);
});

it("deletes what an alias replaces just before it, and everything else last", () => {
	const current = [stored("1", "A", "www", "192.0.2.1"), stored("2", "A", "old", "192.0.2.1")];
	const alias: DnsRecord = { type: "CNAME", hostname: "www", value: "host.example.net", ttl: 600 };
	expect(plan(current, [alias])).toEqual(["delete 1", "create www host.example.net", "delete 2"]);
});

it("replaces one name after another", () => {
	const current = [stored("1", "A", "www", "192.0.2.1"), stored("2", "A", "shop", "192.0.2.1")];
	const alias = (hostname: string): DnsRecord => ({ type: "CNAME", hostname, value: "host.example.net", ttl: 600 });
	expect(plan(current, [alias("www"), alias("shop")])).toEqual([
		"delete 1",
		"create www host.example.net",
		"delete 2",
		"create shop host.example.net",
	]);
});

it("edits the record that has the value already, so that no step makes a duplicate", () => {
	const current = [stored("1", "MX", "@", "one.example.net", 10), stored("2", "MX", "@", "two.example.net", 20)];
	expect(plan(current, [mx("two.example.net", 10), mx("one.example.net", 20)])).toEqual([
		"edit 2  two.example.net 10",
		"edit 1  one.example.net 20",
	]);
});

it("keeps types that our API cannot have, and the registrar's nameservers", () => {
	const current = [stored("1", "ALIAS", "@", "a.example.net"), stored("2", "NS", "@", "maceio.ns.porkbun.com")];
	expect(plan(current, [a("www", "192.0.2.1")])).toEqual(["create www 192.0.2.1"]);
});

const hosts = ["@", "www", "shop"];
/** Records of one name that may be together. A CNAME is alone, and an ALIAS allows no addresses. */
function together(host: string, foreign: readonly string[]) {
	const pool: Readonly<Record<"A" | "AAAA" | "MX" | "TXT" | "NS", readonly string[]>> = {
		A: ["192.0.2.1", "192.0.2.2", "192.0.2.3"],
		AAAA: ["2001:db8::1", "2001:db8::2"],
		MX: ["one.example.net", "two.example.net"],
		TXT: ["one", "two"],
		NS: host === "@" ? [] : ["ns.example.net", "ns.example.org"],
	};
	const some = (types: readonly (keyof typeof pool)[]) =>
		fc.subarray(types.flatMap((type) => pool[type].map((value) => ({ type: type as string, value }))));
	const unknown = fc.subarray(foreign.map((type) => ({ type, value: "0 0 0 00" })));
	const withUnknown = (known: fc.Arbitrary<{ type: string; value: string }[]>) =>
		fc.tuple(known, unknown).map((parts) => parts.flat());
	const alias = some(["MX", "TXT"]).map((rest) => [...rest, { type: "ALIAS", value: "host.example.net" }]);
	const cname = fc.constantFrom("one.example.net", "two.example.net").map((value) => [{ type: "CNAME", value }]);
	return fc
		.oneof(
			withUnknown(some(["A", "AAAA", "MX", "TXT", "NS"])),
			...(host === "@" ? [] : [cname]),
			...(foreign.length > 0 ? [withUnknown(alias)] : []),
		)
		.chain((records) =>
			fc.tuple(
				...records.map((record) =>
					fc.record({ ttl: fc.constantFrom(600, 900), priority: fc.constantFrom(5, 10) }).map(({ ttl, priority }) => ({
						...record,
						hostname: host,
						ttl,
						...(record.type === "MX" && { priority }),
					})),
				),
			),
		);
}
const zones = (foreign: readonly string[]) =>
	fc.tuple(...hosts.map((host) => together(host, foreign))).map((parts) => parts.flat());

it("keeps every name that stays, at each step, and finishes after a crash at any of them", {
	timeout: 60_000,
}, async () => {
	const fake = await startFakePorkbun();
	onTestFinished(() => fake.close());
	const client = createPorkbunClient({ url: fake.url, ...fake.keys.live });
	const { signal } = new AbortController();
	const domain = addDomain(fake.state, fake.state.live, "zone.com", Date.now());
	const nameOf = (hostname: string) => (hostname === "@" ? "zone.com" : `${hostname}.zone.com`);
	const read = async () => {
		const result = await client.records("zone.com", signal);
		if (result.kind !== "ok") throw new Error(result.text);
		return result.value;
	};
	const known = new Set<string>(recordTypes);
	const kinds = (records: readonly { name: string; type: string }[]) =>
		new Set(records.map(({ name, type }) => `${name} ${type}`));
	const before = zones(["TLSA", "SSHFP"]);
	let refusals = 0;
	await fc.assert(
		fc.asyncProperty(before, zones([]), fc.nat(30), async (current, target, crash) => {
			// All types of `zones([])` are types of our API.
			const wanted = target as DnsRecord[];
			domain.records = [
				{ id: "1", name: "zone.com", type: "NS", content: "maceio.ns.porkbun.com", ttl: 600, prio: null, notes: null },
				...current.map(({ type, hostname, value, ttl, priority }, index) => ({
					id: `${index + 2}`,
					name: nameOf(hostname),
					type,
					content: value,
					ttl,
					prio: priority ?? null,
					notes: null,
				})),
			];
			const foreign = domain.records.filter(({ id, type }) => id === "1" || !known.has(type));
			const had = kinds(domain.records);
			const kept = wanted.map(({ hostname, type }) => `${nameOf(hostname)} ${type}`).filter((kind) => had.has(kind));
			const isRefused = wanted.some(({ hostname, type }) =>
				foreign.some(
					(each) =>
						each.name === nameOf(hostname) &&
						(type === "CNAME" || (each.type === "ALIAS" && (type === "A" || type === "AAAA"))),
				),
			);
			if (isRefused) {
				refusals += 1;
				const now = await read();
				expect(() => planZone("zone.com", now, wanted)).toThrow(Refusal);
				return;
			}
			const isApex = ({ name, type }: { name: string; type: string }) =>
				name === "zone.com" && /^(?:A|AAAA|ALIAS)$/.test(type);
			const hadAddress = domain.records.some(isApex);
			const hasAddress =
				foreign.some(isApex) || wanted.some(({ hostname, type }) => isApex({ name: nameOf(hostname), type }));
			for (const most of [crash, Number.POSITIVE_INFINITY]) {
				for (const step of planZone("zone.com", await read(), wanted).slice(0, most)) {
					const result =
						step.kind === "create"
							? await client.createRecord("zone.com", step.fields, signal)
							: step.kind === "edit"
								? await client.editRecord("zone.com", step.id, step.fields, signal)
								: await client.deleteRecord("zone.com", step.id, signal);
					expect(result.kind, JSON.stringify({ step, result })).toBe("ok");
					const has = kinds(domain.records);
					expect(kept.filter((kind) => !has.has(kind))).toEqual([]);
					expect(domain.records).toEqual(expect.arrayContaining(foreign));
					if (hadAddress && hasAddress) expect(domain.records.some(isApex)).toBe(true);
				}
			}
			expect(planZone("zone.com", await read(), wanted)).toEqual([]);
			expect(recordsOf("zone.com", await read())).toHaveLength(wanted.length);
		}),
		{ numRuns: 150 },
	);
	expect(refusals).toBeGreaterThan(0);
});
