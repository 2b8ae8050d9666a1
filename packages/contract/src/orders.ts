import { z } from "zod";
import { batchBody, batchResult, success } from "./envelope.ts";
import { domainInput, domainName, edgeProfileKey, references, timestamp, usd, years } from "./fields.ts";
import { limits } from "./limits.ts";
import { dnsRecordInput } from "./records/wire.ts";

/** Each missing key falls back to the account's default. */
export const registerConfig = z
	.strictObject({
		nameservers: z.array(z.string()).min(limits.nameservers.min).max(limits.nameservers.max).optional(),
		nameserver_preset_key: z.string().min(1).optional(),
		records: z.array(dnsRecordInput).max(limits.records.max).optional(),
		edge_profile_key: edgeProfileKey.optional(),
	})
	.refine((config) => config.nameservers === undefined || config.nameserver_preset_key === undefined, {
		message: "give either nameservers or nameserver_preset_key",
	})
	.meta({
		id: "RegisterConfig",
		description: "Overrides of the account's default configuration. Unknown keys are refused.",
		anyOf: [
			{ title: "With the account's default nameservers", required: [] },
			{ title: "With nameservers", required: ["nameservers"] },
			{ title: "With a preset", required: ["nameserver_preset_key"] },
		],
		examples: [{ nameservers: ["ns1.example.net", "ns2.example.net"] }],
	});
export type RegisterConfig = z.infer<typeof registerConfig>;

/** `POST /domains/register`. Source: docs/service.md, "Registration". */
export const registerBody = z
	.object({
		domain: domainInput,
		years: years.default(1),
		...references,
		edge_profile_key: edgeProfileKey.optional(),
		config: registerConfig.optional(),
	})
	.meta({
		id: "Registration",
		description: "A domain to register.",
		examples: [{ domain: "example.com", years: 1, client_ref: "shop-17" }],
	});
export type RegisterBody = z.infer<typeof registerBody>;

const charged = usd("The charge");

function summary<Status extends string>(id: string, status: Status, description: string, example: object) {
	return z
		.object({
			domain: domainName,
			status: z.literal(status),
			charged_usd: charged,
			expires_at: timestamp,
			...references,
		})
		.meta({ id, description, examples: [{ domain: "example.com", status, ...example }] });
}

export const orderSummary = summary("OrderSummary", "registered", "A completed registration.", {
	charged_usd: 11.5,
	expires_at: "2027-11-20T12:00:00.000Z",
	client_ref: "shop-17",
});
export type OrderSummary = z.infer<typeof orderSummary>;
export const registerAnswer = success("RegisterAnswer", orderSummary);

const namedByDomain = {
	domain: z.string().optional().meta({
		description:
			"In punycode if it is well formed, otherwise as sent; truncated if it is too long, left out if it is not a string.",
	}),
	...references,
};

export const registerBatchBody = batchBody("RegisterBatch", registerBody, [
	{ items: [{ domain: "example.com" }, { domain: "example.net", years: 2 }] },
]);
export const registerBatchResult = batchResult("RegisterBatchResult", orderSummary.shape, namedByDomain, [
	{
		count: 2,
		success: 1,
		failed: 1,
		items: [
			{
				index: 0,
				success: true,
				domain: "example.com",
				status: "registered",
				charged_usd: 11.5,
				expires_at: "2027-11-20T12:00:00.000Z",
			},
			{
				index: 1,
				success: false,
				domain: "google.com",
				error: { code: "not_available", message: "google.com is taken." },
			},
		],
	},
]);
export type RegisterBatchResult = z.infer<typeof registerBatchResult>;
export const registerBatchAnswer = success("RegisterBatchAnswer", registerBatchResult);

/** `POST /domains/{domain}/renew`. Source: docs/service.md, "Renewal". */
export const renewBody = z
	.object({ years, ...references })
	.meta({ id: "Renewal", description: "The duration of the renewal.", examples: [{ years: 1 }] });

export const renewItem = z
	.object({ domain: domainInput, years, ...references })
	.meta({ id: "RenewalItem", description: "A domain to renew.", examples: [{ domain: "example.com", years: 1 }] });
export type RenewItem = z.infer<typeof renewItem>;

export const renewalSummary = summary("RenewalSummary", "renewed", "A completed renewal.", {
	charged_usd: 12.5,
	expires_at: "2028-11-20T12:00:00.000Z",
});
export type RenewalSummary = z.infer<typeof renewalSummary>;
export const renewAnswer = success("RenewAnswer", renewalSummary);

export const renewBatchBody = batchBody("RenewBatch", renewItem, [{ items: [{ domain: "example.com", years: 1 }] }]);
export const renewBatchResult = batchResult("RenewBatchResult", renewalSummary.shape, namedByDomain, [
	{
		count: 2,
		success: 1,
		failed: 1,
		items: [
			{
				index: 0,
				success: true,
				domain: "example.com",
				status: "renewed",
				charged_usd: 12.5,
				expires_at: "2028-11-20T12:00:00.000Z",
			},
			{
				index: 1,
				success: false,
				domain: "example.net",
				error: { code: "not_available", message: "example.net is not in this account." },
			},
		],
	},
]);
export type RenewBatchResult = z.infer<typeof renewBatchResult>;
export const renewBatchAnswer = success("RenewBatchAnswer", renewBatchResult);

/** `{…}` marks a value. */
const sentences = {
	edge_missing: "There is no edge profile {key}.",
	edge_off: "The edge profile {key} is disabled.",
	edge_zone: "The edge profile {key} is not meant for {zone}.",
	preset_missing: "There is no nameserver preset {key}.",
	too_far: "{domain} would expire more than {years} years from now.",
} as const;

export type OrderRefusal = keyof typeof sentences;
type Parts = Readonly<Record<string, string>>;

export function orderSentence(refusal: OrderRefusal, parts: Parts): string {
	return sentences[refusal].replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? "");
}

const patterns = Object.entries(sentences).map(([refusal, sentence]) => {
	const pattern = sentence.replace(/[.]/g, String.raw`\.`).replace(/\{(\w+)\}/g, String.raw`(?<$1>\S+)`);
	return { refusal, pattern: new RegExp(`^${pattern}$`) };
});

/** The caller can then word the service's message differently. */
export function readOrderSentence(text: string): { refusal: string; parts: Parts } | undefined {
	for (const { refusal, pattern } of patterns) {
		const found = pattern.exec(text);
		if (found) return { refusal, parts: { ...found.groups } };
	}
	return undefined;
}
