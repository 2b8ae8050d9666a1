import { randomUUID } from "node:crypto";
import { z } from "zod";
import { batch, type Chapter, expectResult, expectThat, succeeded } from "../rule.ts";
import { unregisteredDomain } from "./reads.ts";
import { balanceOf, sendAtOnce } from "./registration.ts";

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
