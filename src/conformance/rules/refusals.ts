import { randomBytes } from "node:crypto";
import { batch, type Chapter, expectRefusal, expectResult, expectThat } from "../rule.ts";
import { nobodys } from "./reads.ts";

/** A key of so many characters that was never used before. */
function keyOf(characters: number): string {
	return randomBytes(characters).toString("hex").slice(0, characters);
}

/**
 * Changes that no service can carry out, however lax it is: tried without leave to spend. A request that names a domain
 * that could be had belongs to the chapters that buy, even where it must be refused.
 */
export const refusals: Chapter = {
	title: "Changes that are refused",
	spends: false,
	rules: [
		...(
			[
				["POST", "/domains/register", { domain: "a..b" }],
				["POST", "/domains/register/batch", { items: [{ domain: "a..b" }] }],
				["POST", `/domains/${nobodys}/renew`, { years: 1 }],
				["POST", "/domains/renew/batch", { items: [{ domain: "a..b", years: 1 }] }],
				["PUT", `/domains/${nobodys}/dns`, { records: [{ type: "A", hostname: "@", value: "203.0.113.5" }] }],
				["PATCH", `/domains/${nobodys}/nameservers`, { nameservers: ["ns1.example.net", "ns2.example.net"] }],
				["POST", `/domains/${nobodys}/edge/bind`, { edge_profile_key: "none" }],
			] as const
		).map(([method, path, body]) => ({
			says: `${method} ${path.replace(nobodys, "{domain}")} without an Idempotency-Key gets 400.`,
			check: async (probe: Parameters<Chapter["rules"][number]["check"]>[0]) =>
				expectRefusal(await probe.send(method, path, body, null), 400),
		})),
		{
			says: "An empty Idempotency-Key, or one above 255 characters, gets 400 bad_request.",
			own: true,
			check: async (probe) => {
				const register = (key: string) => probe.send("POST", "/domains/register", { domain: "a..b" }, key);
				expectRefusal(await register(""), 400, "bad_request");
				expectRefusal(await register(keyOf(256)), 400, "bad_request");
				expectRefusal(await register(keyOf(255)), 422, "validation_error");
			},
		},
		{
			says: "A registration of what is no domain gets 422 validation_error.",
			check: async (probe) =>
				expectRefusal(await probe.send("POST", "/domains/register", { domain: "a..b" }), 422, "validation_error"),
		},
		{
			says: "A registration without a domain gets 422 validation_error.",
			check: async (probe) => expectRefusal(await probe.send("POST", "/domains/register", {}), 422, "validation_error"),
		},
		{
			says: "A renewal without years gets 422 validation_error.",
			check: async (probe) =>
				expectRefusal(await probe.send("POST", `/domains/${nobodys}/renew`, {}), 422, "validation_error"),
		},
		{
			says: "A renewal of a domain of nobody gets 404 domain_not_found.",
			check: async (probe) =>
				expectRefusal(await probe.send("POST", `/domains/${nobodys}/renew`, { years: 1 }), 404, "domain_not_found"),
		},
		{
			says: "A batch whose items all fail is still answered item by item.",
			check: async (probe) => {
				const items = [{ domain: "a..b" }, { domain: "-x.com" }];
				const result = expectResult(await probe.send("POST", "/domains/register/batch", { items }), batch);
				const codes = result.items.map(({ error }) => error?.code).join();
				expectThat(result.failed === 2 && codes === "invalid_domain,invalid_domain", `codes are ${codes}`);
			},
		},
		{
			says: "A body that is not JSON gets 400.",
			check: async (probe) => {
				const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
				expectRefusal(await probe.raw("/domains/register", { method: "POST", headers, body: "{" }), 400);
				await probe.rest();
			},
		},
		{
			says: "A key that was used for another path or body gets 409 idempotency_key_reused, and the same request is replayed.",
			own: true,
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
			says: "Nameservers and preset_key together, or neither, get 422 validation_error.",
			own: true,
			check: async (probe) => {
				const nameservers = ["ns1.example.net", "ns2.example.net"];
				for (const body of [{}, { nameservers, preset_key: "default" }]) {
					const answer = await probe.send("PATCH", `/domains/${nobodys}/nameservers`, body);
					expectRefusal(answer, 422, "validation_error");
				}
			},
		},
	],
};
