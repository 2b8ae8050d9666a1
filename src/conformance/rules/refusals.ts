import { randomBytes } from "node:crypto";
import { batch, type Chapter, expectRefusal, expectResult, expectThat } from "../rule.ts";
import { unregisteredDomain } from "./reads.ts";

function randomKey(characters: number): string {
	return randomBytes(characters).toString("hex").slice(0, characters);
}

/**
 * They cost nothing, because the domain names are malformed or belong to no account. Refusals of orders for available
 * domains are tested by rules that may spend money, because a faulty service could accept such an order.
 */
export const refusals: Chapter = {
	title: "Refused changes",
	spends: false,
	rules: [
		...(
			[
				["POST", "/domains/register", { domain: "a..b" }],
				["POST", "/domains/register/batch", { items: [{ domain: "a..b" }] }],
				["POST", `/domains/${unregisteredDomain}/renew`, { years: 1 }],
				["POST", "/domains/renew/batch", { items: [{ domain: "a..b", years: 1 }] }],
				[
					"PUT",
					`/domains/${unregisteredDomain}/dns`,
					{ records: [{ type: "A", hostname: "@", value: "203.0.113.5" }] },
				],
				[
					"PATCH",
					`/domains/${unregisteredDomain}/nameservers`,
					{ nameservers: ["ns1.example.net", "ns2.example.net"] },
				],
				["POST", `/domains/${unregisteredDomain}/edge/bind`, { edge_profile_key: "none" }],
			] as const
		).map(([method, path, body]) => ({
			statement: `${method} ${path.replace(unregisteredDomain, "{domain}")} without an Idempotency-Key gets 400.`,
			check: async (probe: Parameters<Chapter["rules"][number]["check"]>[0]) =>
				expectRefusal(await probe.send(method, path, body, null), 400),
		})),
		{
			statement: "An empty Idempotency-Key, or one above 255 characters, gets 400 bad_request.",
			openInSpec: true,
			check: async (probe) => {
				const register = (key: string) => probe.send("POST", "/domains/register", { domain: "a..b" }, key);
				expectRefusal(await register(""), 400, "bad_request");
				expectRefusal(await register(randomKey(256)), 400, "bad_request");
				expectRefusal(await register(randomKey(255)), 422, "validation_error");
			},
		},
		{
			statement: "A registration of a malformed domain gets 422 validation_error.",
			check: async (probe) =>
				expectRefusal(await probe.send("POST", "/domains/register", { domain: "a..b" }), 422, "validation_error"),
		},
		{
			statement: "A registration without a domain gets 422 validation_error.",
			check: async (probe) => expectRefusal(await probe.send("POST", "/domains/register", {}), 422, "validation_error"),
		},
		{
			statement: "A renewal without years gets 422 validation_error.",
			check: async (probe) =>
				expectRefusal(await probe.send("POST", `/domains/${unregisteredDomain}/renew`, {}), 422, "validation_error"),
		},
		{
			statement: "A renewal of an unregistered domain gets 404 domain_not_found.",
			check: async (probe) =>
				expectRefusal(
					await probe.send("POST", `/domains/${unregisteredDomain}/renew`, { years: 1 }),
					404,
					"domain_not_found",
				),
		},
		{
			statement: "A batch whose items all fail still returns one result per item.",
			check: async (probe) => {
				const items = [{ domain: "a..b" }, { domain: "-x.com" }];
				const result = expectResult(await probe.send("POST", "/domains/register/batch", { items }), batch);
				const codes = result.items.map(({ error }) => error?.code).join();
				expectThat(result.failed === 2 && codes === "invalid_domain,invalid_domain", `codes are ${codes}`);
			},
		},
		{
			statement: "A body that is not JSON gets 400.",
			check: async (probe) => {
				const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
				expectRefusal(await probe.raw("/domains/register", { method: "POST", headers, body: "{" }), 400);
				await probe.waitForFreshLimit();
			},
		},
		{
			statement:
				"A key used for another path or body gets 409 idempotency_key_reused; the same request gets the stored answer.",
			openInSpec: true,
			check: async (probe) => {
				const key = crypto.randomUUID();
				const first = await probe.send("POST", "/domains/register", { domain: "a..b" }, key);
				const again = await probe.send("POST", "/domains/register", { domain: "a..b" }, key);
				expectThat(again.text === first.text, "the second answer differs");
				expectThat(again.headers.get("idempotency-replayed") === "true", "no Idempotency-Replayed");
				const other = await probe.send("POST", "/domains/register", { domain: "a..c" }, key);
				expectRefusal(other, 409, "idempotency_key_reused");
				const elsewhere = await probe.send("POST", "/domains/register/batch", { items: [{ domain: "a..b" }] }, key);
				expectRefusal(elsewhere, 409, "idempotency_key_reused");
			},
		},
		{
			statement: "Nameservers and preset_key together, or neither, get 422 validation_error.",
			openInSpec: true,
			check: async (probe) => {
				const nameservers = ["ns1.example.net", "ns2.example.net"];
				for (const body of [{}, { nameservers, preset_key: "default" }]) {
					const answer = await probe.send("PATCH", `/domains/${unregisteredDomain}/nameservers`, body);
					expectRefusal(answer, 422, "validation_error");
				}
			},
		},
	],
};
