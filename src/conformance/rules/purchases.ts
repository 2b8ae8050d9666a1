import { randomUUID } from "node:crypto";
import { z } from "zod";
import { domainRecord } from "../../contract/domains.ts";
import { renewalSummary } from "../../contract/orders.ts";
import { centsOf } from "../../rules/money.ts";
import type { Probe } from "../probe.ts";
import { batch, type Chapter, expectRefusal, expectResult, expectThat, succeeded } from "../rule.ts";

const dnsState = z.looseObject({
	mode: z.string(),
	records: z.array(z.looseObject({ type: z.string() })),
	nameservers: z.array(z.string()),
});

async function balanceOf(probe: Probe): Promise<number> {
	const { balance_usd } = expectResult(await probe.get("/account"), z.looseObject({ balance_usd: z.number() }));
	return centsOf(balance_usd) ?? Number.NaN;
}

export const registration: Chapter = {
	title: "Registration",
	spends: true,
	rules: [
		{
			says: "A registration is answered with the domain, registered, and its references; it is charged once, however often its key is sent.",
			check: async (probe, { domain, reference, registerCents }) => {
				const before = await balanceOf(probe);
				const key = randomUUID();
				const body = { domain, client_ref: reference, external_ref: `${reference}-x` };
				const shape = z.looseObject({
					domain: z.literal(domain),
					status: z.literal("registered"),
					client_ref: z.literal(reference),
					external_ref: z.literal(`${reference}-x`),
				});
				expectResult(await probe.send("POST", "/domains/register", body, key), shape);
				expectResult(await probe.send("POST", "/domains/register", body, key), shape);
				const spent = before - (await balanceOf(probe));
				expectThat(spent === registerCents, `${spent / 100} USD were taken`);
			},
		},
		{
			says: "The domain is no longer available, and its record carries the references.",
			check: async (probe, { domain, reference }) => {
				const found = expectResult(
					await probe.get(`/domains/search?query=${domain}`),
					z.looseObject({ available: z.boolean() }),
				);
				expectThat(!found.available, "it is still available");
				expectResult(await probe.get(`/domains/${domain}`), z.looseObject({ client_ref: z.literal(reference) }));
			},
		},
		{
			says: "A taken domain gets 404 domain_not_found.",
			check: async (probe, { domain }) =>
				expectRefusal(await probe.send("POST", "/domains/register", { domain }), 404, "domain_not_found"),
		},
		{
			says: "A batch registers what it can: partial success is the normal contract.",
			check: async (probe, { domain, second, reference }) => {
				const items = [{ domain }, { domain: second, client_ref: reference }, { domain: "a..b" }];
				const result = expectResult(await probe.send("POST", "/domains/register/batch", { items }), batch);
				const outcomes = result.items.map((item) => item.error?.code ?? succeeded(item)).join();
				expectThat(outcomes === "not_available,true,invalid_domain", `outcomes are ${outcomes}`);
			},
		},
		{
			says: "The record has every field, its dates in UTC.",
			own: true,
			check: async (probe, { domain }) => void expectResult(await probe.get(`/domains/${domain}`), domainRecord),
		},
		{
			says: "Two requests with one key at the same moment are done once.",
			own: true,
			check: async (probe, { domain, renewCents }) => {
				const before = await balanceOf(probe);
				const init = {
					method: "POST",
					headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
					body: JSON.stringify({ years: 1 }),
				};
				await probe.rest();
				const answers = await Promise.all([1, 2, 3].map(() => probe.raw(`/domains/${domain}/renew`, init)));
				await probe.rest();
				const strange = answers.find(({ status, code }) => status !== 200 && code !== "request_in_progress");
				expectThat(strange === undefined, strange?.text ?? "");
				const spent = before - (await balanceOf(probe));
				expectThat(spent === renewCents, `${spent / 100} USD were taken`);
			},
		},
		{
			says: "The answers name what was charged and the new expiry.",
			own: true,
			check: async (probe, { domain }) => {
				const renewed = expectResult(
					await probe.send("POST", `/domains/${domain}/renew`, { years: 1 }),
					renewalSummary,
				);
				const record = expectResult(await probe.get(`/domains/${domain}`), domainRecord);
				expectThat(renewed.expires_at === record.expires_at, "the two expiries differ");
			},
		},
	],
};

export const renewal: Chapter = {
	title: "Renewal",
	spends: true,
	rules: [
		{
			says: "A renewal is answered with the domain, renewed, and charged once, however often its key is sent.",
			check: async (probe, { domain, renewCents }) => {
				const before = await balanceOf(probe);
				const key = randomUUID();
				const shape = z.looseObject({ domain: z.literal(domain), status: z.literal("renewed") });
				for (const _ of [1, 2]) {
					expectResult(await probe.send("POST", `/domains/${domain}/renew`, { years: 1 }, key), shape);
				}
				const spent = before - (await balanceOf(probe));
				expectThat(spent === renewCents, `${spent / 100} USD were taken`);
			},
		},
		{
			says: "A batch renews what it can.",
			check: async (probe, { domain }) => {
				const items = [
					{ domain, years: 1 },
					{ domain: "this-domain-belongs-to-nobody-4k7q.com", years: 1 },
				];
				const result = expectResult(await probe.send("POST", "/domains/renew/batch", { items }), batch);
				expectThat(result.items.map(succeeded).join() === "true,false", "not the first alone");
			},
		},
	],
};

export const changes: Chapter = {
	title: "DNS, nameservers, edge",
	spends: true,
	rules: [
		{
			says: "The DNS state has mode, records and nameservers.",
			check: async (probe, { domain }) => void expectResult(await probe.get(`/domains/${domain}/dns`), dnsState),
		},
		{
			says: "PUT replaces the whole set of records.",
			check: async (probe, { domain }) => {
				const put = (records: unknown[]) => probe.send("PUT", `/domains/${domain}/dns`, { records });
				const shape = z.looseObject({ updated: z.literal(true), records: z.array(z.unknown()) });
				const a = { type: "A", hostname: "www", value: "203.0.113.5", ttl: 3600 };
				expectResult(await put([a, { ...a, hostname: "ftp" }]), shape);
				expectResult(await put([a]), shape);
				const { records } = expectResult(await probe.get(`/domains/${domain}/dns`), dnsState);
				expectThat(records.length === 1, `${records.length} records are left`);
			},
		},
		{
			says: "Records may be written with name and content.",
			own: true,
			check: async (probe, { domain }) => {
				const records = [{ type: "A", name: "www", content: "203.0.113.6", ttl: 3600 }];
				const answer = await probe.send("PUT", `/domains/${domain}/dns`, { records });
				expectResult(answer, z.looseObject({ records: z.tuple([z.looseObject({ hostname: z.literal("www") })]) }));
			},
		},
		{
			says: "Records that break a rule, or none at all, get 422 validation_error.",
			check: async (probe, { domain }) => {
				const a = { type: "A", hostname: "www", value: "203.0.113.5", ttl: 3600 };
				for (const records of [[], [{ ...a, value: "nowhere" }], [{ ...a, ttl: 59 }], [{ hostname: "www" }]]) {
					expectRefusal(await probe.send("PUT", `/domains/${domain}/dns`, { records }), 422, "validation_error");
				}
			},
		},
		{
			says: "PATCH replaces the whole set of nameservers; one alone gets 422 validation_error.",
			check: async (probe, { domain }) => {
				const path = `/domains/${domain}/nameservers`;
				const nameservers = ["ns1.example.net", "ns2.example.net"];
				const shape = z.looseObject({ updated: z.literal(true), nameservers: z.array(z.string()).length(2) });
				expectResult(await probe.send("PATCH", path, { nameservers }), shape);
				const state = expectResult(await probe.get(`/domains/${domain}/dns`), dnsState);
				expectThat(state.nameservers.toSorted().join() === nameservers.join(), state.nameservers.join());
				const one = await probe.send("PATCH", path, { nameservers: ["ns1.example.net"] });
				expectRefusal(one, 422, "validation_error");
			},
		},
		{
			says: "Binding a profile that does not exist gets 409 edge_not_configured.",
			check: async (probe, { domain, reference }) => {
				const answer = await probe.send("POST", `/domains/${domain}/edge/bind`, { edge_profile_key: reference });
				expectRefusal(answer, 409, "edge_not_configured");
			},
		},
	],
};
