import { z } from "zod";
import { limits } from "../limits.ts";
import { hasPriorityField, recordTypes } from "./types.ts";

const type = z.enum(recordTypes).meta({ id: "DnsType", description: "The supported record types." });

const hostname = z.string().meta({ description: "Relative to the domain; @ is the domain itself." });

const value = z.string().meta({
	description: 'The record\'s data. SRV: "weight port target". CAA: flags, tag and the quoted value.',
});

const ttl = z.int().min(limits.ttl.min).max(limits.ttl.max);

/** MX: RFC 1035, 3.3.9. SRV: RFC 2782. Both have 16 bits. */
const priority = z.int().min(limits.priority.min).max(limits.priority.max).optional();

const prioritized = recordTypes.filter(hasPriorityField).join(" and ");

export const recordExample = { type: "A", hostname: "www", value: "203.0.113.5", ttl: 3600 };

/** Source: docs/service.md, "DNS". */
export const dnsRecord = z
	.object({
		type,
		hostname,
		value,
		ttl,
		priority: priority.meta({ description: `Present for ${prioritized} only.` }),
	})
	.meta({
		id: "DnsRecord",
		description: "One record of a domain.",
		examples: [recordExample],
	});

export type DnsRecord = z.infer<typeof dnsRecord>;

/**
 * `name` and `content` are aliases of `hostname` and `value`. If a record has a field and its alias, the alias is
 * ignored.
 */
export const dnsRecordInput = z
	.object({
		type,
		hostname: hostname.optional(),
		name: z.string().optional().meta({ description: "Alias of hostname." }),
		value: value.optional(),
		content: z.string().optional().meta({ description: "Alias of value." }),
		ttl: ttl.optional().meta({ description: "Seconds. Default: the account's, else 3600." }),
		priority: priority.meta({
			description: `Default for ${prioritized}: 0. Other types ignore it.`,
		}),
	})
	.refine((record) => (record.hostname ?? record.name) !== undefined, { path: ["hostname"], message: "is required" })
	.refine((record) => (record.value ?? record.content) !== undefined, { path: ["value"], message: "is required" })
	.meta({
		id: "DnsRecordToWrite",
		description: "One record to write.",
		anyOf: [
			{ title: "With hostname and value", required: ["hostname", "value"] },
			{ title: "With name and content", required: ["name", "content"] },
			{ title: "With hostname and content", required: ["hostname", "content"] },
			{ title: "With name and value", required: ["name", "value"] },
		],
		examples: [
			{ type: "MX", hostname: "@", value: "mail.example.com", ttl: 3600, priority: 10 },
			{ type: "A", name: "www", content: "203.0.113.5" },
		],
	});

export type DnsRecordInput = z.infer<typeof dnsRecordInput>;
