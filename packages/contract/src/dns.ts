import { z } from "zod";
import { success } from "./envelope.ts";
import { asOf, edgeProfileKey } from "./fields.ts";
import { limits } from "./limits.ts";
import { dnsRecord, dnsRecordInput, recordExample } from "./records/wire.ts";

export const dnsModes = ["managed", "external", "edge"] as const;
export type DnsMode = (typeof dnsModes)[number];

const nameservers = z.array(z.string()).meta({ description: "Nameservers of the domain." });

/** `GET /domains/{domain}/dns`. */
export const dnsState = z
	.object({
		mode: z.enum(dnsModes).meta({ id: "DnsMode", description: "Which nameservers answer for the domain." }),
		records: z.array(dnsRecord),
		nameservers,
		...asOf,
	})
	.meta({
		id: "DnsState",
		description: "The current records and nameservers.",
		examples: [{ mode: "managed", records: [recordExample], nameservers: ["ns1.sandbox.test", "ns2.sandbox.test"] }],
	});
export const dnsAnswer = success("DnsAnswer", dnsState);

/** `PUT /domains/{domain}/dns` replaces all records of the zone. */
export const dnsBody = z
	.object({ records: z.array(dnsRecordInput).min(limits.records.min).max(limits.records.max) })
	.meta({
		id: "DnsToWrite",
		description: "The new set of records, which replaces the old one.",
		examples: [{ records: [recordExample] }],
	});

export const dnsResult = z
	.object({
		updated: z.boolean().meta({ description: "True if the set was stored." }),
		active: z.boolean().meta({ description: "False while the domain has other nameservers than the service's." }),
		records: z.array(dnsRecord),
	})
	.meta({
		id: "DnsWritten",
		description: "The stored set.",
		examples: [{ updated: true, active: true, records: [recordExample] }],
	});
export const dnsWrittenAnswer = success("DnsWrittenAnswer", dnsResult);

/** Every account has it. It contains the service's own nameservers. */
export const builtInPreset = "default";

/** `PATCH /domains/{domain}/nameservers`: either a list or a preset. Source: docs/service.md, "Nameservers". */
export const nameserversBody = z
	.object({
		nameservers: z.array(z.string()).min(limits.nameservers.min).max(limits.nameservers.max).optional(),
		preset_key: z.string().min(1).optional().meta({ description: "A preset of the account, or default." }),
	})
	.refine((body) => (body.nameservers === undefined) !== (body.preset_key === undefined), {
		message: "give either nameservers or preset_key",
	})
	.meta({
		id: "NameserversToWrite",
		description: "Either nameservers, or the key of a preset.",
		oneOf: [
			{ title: "With nameservers", required: ["nameservers"] },
			{ title: "With a preset", required: ["preset_key"] },
		],
		examples: [{ nameservers: ["ns1.example.net", "ns2.example.net"] }, { preset_key: "default" }],
	});
export type NameserversBody = z.infer<typeof nameserversBody>;

export const nameserversResult = z
	.object({ updated: z.boolean().meta({ description: "True if the set was stored." }), nameservers })
	.meta({
		id: "NameserversWritten",
		description: "The stored nameservers.",
		examples: [{ updated: true, nameservers: ["ns1.example.net", "ns2.example.net"] }],
	});
export const nameserversAnswer = success("NameserversAnswer", nameserversResult);

/** `POST /domains/{domain}/edge/bind`. Source: docs/service.md, "Edge profiles". */
export const edgeBody = z
	.object({ edge_profile_key: edgeProfileKey })
	.meta({ id: "EdgeBinding", description: "The profile to bind.", examples: [{ edge_profile_key: "shield" }] });

export const edgeResult = z
	.object({
		bound: z.boolean().meta({ description: "True if the profile is bound." }),
		edge_profile_key: z.string(),
	})
	.meta({
		id: "EdgeBound",
		description: "The bound profile.",
		examples: [{ bound: true, edge_profile_key: "shield" }],
	});
export const edgeAnswer = success("EdgeAnswer", edgeResult);
