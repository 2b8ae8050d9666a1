import { randomUUID } from "node:crypto";
import { domainList, domainRecord } from "@domains/contract/domains.ts";
import { centsOf } from "@domains/contract/money.ts";
import { renewalSummary } from "@domains/contract/orders.ts";
import { z } from "zod";
import { readOutcomes } from "../../client/read/domains.ts";
import type { Answer, Probe } from "../probe.ts";
import {
	batch,
	type Chapter,
	expectRefusal,
	expectResult,
	expectThat,
	type PurchaseData,
	shorten,
	succeeded,
} from "../rule.ts";
import { unregisteredDomain } from "./reads.ts";

async function balanceOf(probe: Probe): Promise<number> {
	const { balance_usd } = expectResult(await probe.get("/account"), z.looseObject({ balance_usd: z.number() }));
	return centsOf(balance_usd) ?? Number.NaN;
}

/** Three copies of a request, with one idempotency key. */
async function sendAtOnce(probe: Probe, path: string, body: unknown): Promise<Answer[]> {
	const headers = { "content-type": "application/json", "idempotency-key": randomUUID() };
	const init = { method: "POST", headers, body: JSON.stringify(body) };
	await probe.waitForFreshLimit();
	const answers = await Promise.all([1, 2, 3].map(() => probe.raw(path, init)));
	await probe.waitForFreshLimit();
	return answers;
}

/** The tests with invalid registrations use an owned domain: if the service wrongly accepts one, it costs nothing. */
async function requireOwned(probe: Probe, domain: string): Promise<void> {
	expectResult(await probe.get(`/domains/${domain}`), z.looseObject({}));
}

/** Every call sends the same request and key, so the service charges the account only once. */
async function register(probe: Probe, { domain, reference }: PurchaseData): Promise<Answer> {
	const body = { domain, client_ref: reference, external_ref: `${reference}-x` };
	return await probe.send("POST", "/domains/register", body, `${reference}-register`);
}

async function registerBatch(probe: Probe, { domain, second, reference }: PurchaseData): Promise<Answer> {
	const items = [{ domain }, { domain: second, client_ref: reference }, { domain: "a..b" }];
	return await probe.send("POST", "/domains/register/batch", { items }, `${reference}-batch`);
}

export const registration: Chapter = {
	title: "Registration",
	spends: true,
	rules: [
		{
			statement: "The bot can read the answer to a registration; it is charged once per Idempotency-Key.",
			features: ["register"],
			neededBy: ["doubt"],
			check: async (probe, purse) => {
				const before = await balanceOf(probe);
				for (const _ of [1, 2]) {
					const { status, text, result } = await register(probe, purse);
					const [outcome] = readOutcomes(result, { endpoint: "register", domains: [purse.domain] });
					expectThat(status === 200 && outcome?.result === "succeeded", `answered ${status}: ${shorten(text)}`);
				}
				const spent = before - (await balanceOf(probe));
				expectThat(spent === purse.registerCents, `${spent / 100} USD were charged`);
			},
		},
		{
			statement: "The answer to a registration names the domain, its state and both references.",
			check: async (probe, purse) => {
				const shape = z.looseObject({
					domain: z.literal(purse.domain),
					status: z.literal("registered"),
					client_ref: z.literal(purse.reference),
					external_ref: z.literal(`${purse.reference}-x`),
				});
				expectResult(await register(probe, purse), shape);
			},
		},
		{
			statement: "A registered domain is not available, and its record has the references.",
			features: ["doubt"],
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
			statement: "A taken domain gets 404 domain_not_found.",
			check: async (probe, { domain }) =>
				expectRefusal(await probe.send("POST", "/domains/register", { domain }), 404, "domain_not_found"),
		},
		{
			statement: "A registration for 0, 11 or a fraction of years gets 422 validation_error.",
			openInSpec: true,
			check: async (probe, { domain }) => {
				await requireOwned(probe, domain);
				for (const years of [0, 11, 1.5]) {
					const answer = await probe.send("POST", "/domains/register", { domain, years });
					expectRefusal(answer, 422, "validation_error");
				}
			},
		},
		{
			statement:
				"A configuration with an unknown key, one nameserver, an unknown preset, an invalid record or a second edge profile gets 422 validation_error.",
			openInSpec: true,
			check: async (probe, { domain, reference }) => {
				await requireOwned(probe, domain);
				for (const config of [
					{ [reference]: true },
					{ nameservers: ["ns1.example.net"] },
					{ nameserver_preset_key: reference },
					{ records: [{ type: "A", hostname: "www", value: "nowhere" }] },
					{ edge_profile_key: `${reference}-2` },
				]) {
					const body = { domain, config, ...("edge_profile_key" in config && { edge_profile_key: reference }) };
					expectRefusal(await probe.send("POST", "/domains/register", body), 422, "validation_error");
				}
			},
		},
		{
			statement:
				"A registration with an unknown edge profile gets 409 edge_not_configured; in a batch, the item gets validation_error.",
			openInSpec: true,
			check: async (probe, { domain, reference }) => {
				await requireOwned(probe, domain);
				const item = { domain, edge_profile_key: reference };
				expectRefusal(await probe.send("POST", "/domains/register", item), 409, "edge_not_configured");
				const answer = await probe.send("POST", "/domains/register/batch", { items: [item] });
				const code = expectResult(answer, batch).items[0]?.error?.code;
				expectThat(code === "validation_error", `the code is ${code}`);
			},
		},
		{
			statement: "The bot can read what a batch did for each item: one fails, one is registered.",
			features: ["batches"],
			check: async (probe, purse) => {
				const domains = [purse.domain, purse.second];
				const { result, text } = await registerBatch(probe, purse);
				const outcomes = readOutcomes(result, { endpoint: "registerBatch", domains }).map((each) => each.result);
				expectThat(outcomes.join() === "failed,succeeded", `${outcomes}: ${shorten(text)}`);
			},
		},
		{
			statement: "A batch registers every item that it can.",
			check: async (probe, purse) => {
				const result = expectResult(await registerBatch(probe, purse), batch);
				const outcomes = result.items.map((item) => item.error?.code ?? succeeded(item)).join();
				expectThat(outcomes === "not_available,true,invalid_domain", `outcomes are ${outcomes}`);
			},
		},
		{
			statement: "The domain list has pages and filters by part of the name and by state.",
			openInSpec: true,
			check: async (probe, { domain, second, reference }) => {
				const list = async (query: string) =>
					expectResult(await probe.get(`/domains?search=${reference}&${query}`), domainList);
				const first = await list("limit=1&status=registered");
				expectThat(first.total === 2 && first.next_cursor !== null, `total ${first.total}, next ${first.next_cursor}`);
				const next = await list(`limit=1&cursor=${first.next_cursor}`);
				const seen = [...first.items, ...next.items].map((item) => item.domain);
				expectThat(seen.toSorted().join() === [domain, second].toSorted().join(), `listed ${seen.join()}`);
				expectThat(next.next_cursor === null, "the last page has a next_cursor");
				expectThat((await list("status=expired")).total === 0, "a new domain is listed as expired");
			},
		},
		{
			statement: "A domain is found in any case and with a trailing dot, and returned in lower case.",
			openInSpec: true,
			check: async (probe, { domain }) =>
				void expectResult(
					await probe.get(`/domains/${domain.toUpperCase()}.`),
					z.looseObject({ domain: z.literal(domain) }),
				),
		},
		{
			statement: "The domain record has every field, with dates in UTC.",
			openInSpec: true,
			check: async (probe, { domain }) => void expectResult(await probe.get(`/domains/${domain}`), domainRecord),
		},
		{
			statement: "Two simultaneous requests with the same key are executed once.",
			openInSpec: true,
			check: async (probe, { domain, renewCents }) => {
				const before = await balanceOf(probe);
				const answers = await sendAtOnce(probe, `/domains/${domain}/renew`, { years: 1 });
				const unexpected = answers.find(({ status, code }) => status !== 200 && code !== "request_in_progress");
				expectThat(unexpected === undefined, unexpected?.text ?? "");
				const spent = before - (await balanceOf(probe));
				expectThat(spent === renewCents, `${spent / 100} USD were charged`);
			},
		},
		{
			statement: "The answers contain the charge and the new expiry.",
			openInSpec: true,
			check: async (probe, { domain }) => {
				const renewed = expectResult(
					await probe.send("POST", `/domains/${domain}/renew`, { years: 1 }),
					renewalSummary,
				);
				const record = expectResult(await probe.get(`/domains/${domain}`), domainRecord);
				expectThat(renewed.expires_at === record.expires_at, "the two answers have different expiry dates");
			},
		},
	],
};

export const renewal: Chapter = {
	title: "Renewal",
	spends: true,
	rules: [
		{
			statement: "A renewal returns the domain and its status; it is charged once per Idempotency-Key.",
			features: ["renew"],
			neededBy: ["doubt"],
			check: async (probe, { domain, renewCents }) => {
				const before = await balanceOf(probe);
				const key = randomUUID();
				const shape = z.looseObject({ domain: z.literal(domain), status: z.literal("renewed") });
				for (const _ of [1, 2]) {
					expectResult(await probe.send("POST", `/domains/${domain}/renew`, { years: 1 }, key), shape);
				}
				const spent = before - (await balanceOf(probe));
				expectThat(spent === renewCents, `${spent / 100} USD were charged`);
			},
		},
		{
			statement:
				"A batch renews every item that it can, once per key; while it runs, the same key gets request_in_progress on every item.",
			check: async (probe, { domain, renewCents, reference }) => {
				const before = await balanceOf(probe);
				const items = [
					{ domain, years: 1, client_ref: `${reference}-r` },
					{ domain: unregisteredDomain, years: 1 },
				];
				const answers = await sendAtOnce(probe, "/domains/renew/batch", { items });
				const outcomes = answers.map((answer) =>
					expectResult(answer, batch)
						.items.map((item) => item.error?.code ?? succeeded(item))
						.join(),
				);
				const [done, running] = ["true,not_available", "request_in_progress,request_in_progress"];
				const unexpected = outcomes.find((outcome) => outcome !== done && outcome !== running);
				expectThat(unexpected === undefined && outcomes.includes(done), `outcomes are ${outcomes.join(" and ")}`);
				const spent = before - (await balanceOf(probe));
				expectThat(spent === renewCents, `${spent / 100} USD were charged`);
			},
		},
		{
			statement: "A renewal replaces only the references that it sends.",
			openInSpec: true,
			check: async (probe, { domain, reference }) => {
				const shape = z.looseObject({
					client_ref: z.literal(`${reference}-r`),
					external_ref: z.literal(`${reference}-x`),
				});
				expectResult(await probe.get(`/domains/${domain}`), shape);
			},
		},
	],
};
