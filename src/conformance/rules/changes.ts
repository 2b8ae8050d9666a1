import { z } from "zod";
import type { Probe } from "../probe.ts";
import { type Chapter, expectRefusal, expectResult, expectThat } from "../rule.ts";

const dnsState = z.looseObject({
	mode: z.string(),
	records: z.array(z.looseObject({ type: z.string() })),
	nameservers: z.array(z.string()),
});

const a = { type: "A", hostname: "www", value: "203.0.113.5", ttl: 3600 };
const mx = { type: "MX", hostname: "@", value: "mail.example.net", ttl: 3600, priority: 10 };

const putRecords = (probe: Probe, domain: string, records: unknown[]) =>
	probe.send("PUT", `/domains/${domain}/dns`, { records });

const dnsWritten = z.looseObject({ active: z.boolean() });

export const changes: Chapter = {
	title: "DNS, nameservers, edge",
	spends: true,
	rules: [
		{
			statement: "The DNS state has mode, records and nameservers.",
			neededBy: ["dns", "nameservers"],
			check: async (probe, { domain }) => void expectResult(await probe.get(`/domains/${domain}/dns`), dnsState),
		},
		{
			statement: "PUT replaces the whole set of records.",
			features: ["dns"],
			check: async (probe, { domain }) => {
				const shape = z.looseObject({ updated: z.literal(true), records: z.array(z.unknown()) });
				expectResult(await putRecords(probe, domain, [a, { ...a, hostname: "ftp" }]), shape);
				expectResult(await putRecords(probe, domain, [a]), shape);
				const { records } = expectResult(await probe.get(`/domains/${domain}/dns`), dnsState);
				expectThat(records.length === 1, `there are ${records.length} records`);
			},
		},
		{
			statement: "Records may be written with name and content.",
			openInSpec: true,
			check: async (probe, { domain }) => {
				const records = [{ type: "A", name: "www", content: "203.0.113.6", ttl: 3600 }];
				const answer = await putRecords(probe, domain, records);
				expectResult(answer, z.looseObject({ records: z.tuple([z.looseObject({ hostname: z.literal("www") })]) }));
			},
		},
		{
			statement: "An invalid record, or an empty list, gets 422 validation_error.",
			check: async (probe, { domain }) => {
				for (const records of [[], [{ ...a, value: "nowhere" }], [{ ...a, ttl: 59 }], [{ hostname: "www" }]]) {
					expectRefusal(await putRecords(probe, domain, records), 422, "validation_error");
				}
			},
		},
		{
			statement: "TTL and priority are accepted at their bounds and get 422 validation_error beyond them.",
			openInSpec: true,
			check: async (probe, { domain }) => {
				const least = { ...mx, ttl: 60, priority: 0 };
				const most = { ...mx, value: "mail2.example.net", ttl: 2 ** 31 - 1, priority: 65_535 };
				expectResult(await putRecords(probe, domain, [least, most]), dnsWritten);
				for (const beyond of [{ ttl: 59 }, { ttl: 2 ** 31 }, { priority: -1 }, { priority: 65_536 }]) {
					expectRefusal(await putRecords(probe, domain, [{ ...mx, ...beyond }]), 422, "validation_error");
				}
			},
		},
		{
			statement: "Priority is optional: the default for MX is 0, and for A it is ignored.",
			openInSpec: true,
			check: async (probe, { domain }) => {
				const { priority: _, ...bare } = mx;
				const records = [bare, { ...a, priority: 10 }];
				const stored = z.looseObject({ records: z.array(z.looseObject({ priority: z.int().optional() })) });
				const written = expectResult(await putRecords(probe, domain, records), stored);
				const priorities = written.records.map(({ priority }) => priority).join();
				expectThat(priorities === "0,", `the priorities are ${priorities}`);
			},
		},
		{
			statement: "NS and CNAME at the apex, and an unknown type, get 422 validation_error.",
			openInSpec: true,
			check: async (probe, { domain }) => {
				const apex = { hostname: "@", value: "ns.example.net", ttl: 3600 };
				for (const record of [
					{ ...apex, type: "NS" },
					{ ...apex, type: "CNAME" },
					{ ...a, type: "TYPE65280" },
				]) {
					expectRefusal(await putRecords(probe, domain, [record]), 422, "validation_error");
				}
			},
		},
		{
			statement: "PATCH replaces all nameservers.",
			features: ["nameservers"],
			check: async (probe, { domain }) => {
				const path = `/domains/${domain}/nameservers`;
				const nameservers = ["ns1.example.net", "ns2.example.net"];
				const shape = z.looseObject({ updated: z.literal(true), nameservers: z.array(z.string()).length(2) });
				expectResult(await probe.send("PATCH", path, { nameservers }), shape);
				const state = expectResult(await probe.get(`/domains/${domain}/dns`), dnsState);
				expectThat(state.nameservers.toSorted().join() === nameservers.join(), state.nameservers.join());
			},
		},
		{
			statement: "One nameserver alone gets 422 validation_error.",
			check: async (probe, { domain }) => {
				const one = await probe.send("PATCH", `/domains/${domain}/nameservers`, { nameservers: ["ns1.example.net"] });
				expectRefusal(one, 422, "validation_error");
			},
		},
		{
			statement: "Duplicate nameservers, IP addresses and an unknown preset get 422 validation_error.",
			openInSpec: true,
			check: async (probe, { domain, reference }) => {
				for (const body of [
					{ nameservers: ["ns1.example.net", "NS1.example.net."] },
					{ nameservers: ["203.0.113.5", "203.0.113.6"] },
					{ preset_key: reference },
				]) {
					expectRefusal(await probe.send("PATCH", `/domains/${domain}/nameservers`, body), 422, "validation_error");
				}
			},
		},
		{
			statement: "With external nameservers the records are stored but inactive; the default preset activates them.",
			openInSpec: true,
			check: async (probe, { domain }) => {
				const put = async () =>
					expectResult(await probe.send("PUT", `/domains/${domain}/dns`, { records: [a] }), dnsWritten).active;
				const point = async (body: unknown) => {
					expectResult(await probe.send("PATCH", `/domains/${domain}/nameservers`, body), z.looseObject({}));
					return expectResult(await probe.get(`/domains/${domain}/dns`), dnsState).mode;
				};
				const external = await point({ nameservers: ["ns1.example.net", "ns2.example.net"] });
				expectThat(external === "external" && !(await put()), `the mode is ${external}`);
				const managed = await point({ preset_key: "default" });
				expectThat(managed === "managed" && (await put()), `the mode is ${managed}`);
			},
		},
		{
			statement: "Binding an unknown edge profile gets 409 edge_not_configured.",
			neededBy: ["edge"],
			check: async (probe, { domain, reference }) => {
				const answer = await probe.send("POST", `/domains/${domain}/edge/bind`, { edge_profile_key: reference });
				expectRefusal(answer, 409, "edge_not_configured");
			},
		},
	],
};
