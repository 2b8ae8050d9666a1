import { z } from "zod";
import { dnsModes } from "./dns.ts";
import { examplesOf, success } from "./envelope.ts";
import { asOf, domainInput, domainName, pageLimit, references, storable, timestamp, usd } from "./fields.ts";
import { limits } from "./limits.ts";

export const domainStatuses = ["registered", "blocked", "expired"] as const;
export type DomainStatus = (typeof domainStatuses)[number];

const status = z.enum(domainStatuses).meta({
	id: "DomainStatus",
	description: "The state of a domain. After its expiry it is expired and renewable for 30 days.",
});

/** `GET /domains/{domain}`, and an item of `GET /domains`. Source: docs/service.md, "Domains". */
export const domainRecord = z
	.object({
		domain: domainName,
		status,
		registered_at: timestamp,
		expires_at: timestamp,
		nameservers: z.array(z.string()),
		dns_mode: z.enum(dnsModes),
		edge_profile_key: z.string().nullable(),
		...references,
		renew_price_usd: usd("Each further year"),
		...asOf,
	})
	.meta({
		id: "Domain",
		description: "A domain of the account.",
		examples: [
			{
				domain: "example.com",
				status: "registered",
				registered_at: "2026-11-20T12:00:00.000Z",
				expires_at: "2027-11-20T12:00:00.000Z",
				nameservers: ["ns1.sandbox.test", "ns2.sandbox.test"],
				dns_mode: "managed",
				edge_profile_key: null,
				client_ref: "shop-17",
				renew_price_usd: 12.5,
			},
		],
	});
export type DomainRecord = z.infer<typeof domainRecord>;
export const domainAnswer = success("DomainAnswer", domainRecord);

export const domainParams = z.object({ domain: domainInput });

export const domainsQuery = z.object({
	limit: pageLimit(limits.domainsPage, "Number of domains per page."),
	cursor: z.string().min(1).optional().meta({ description: "next_cursor of the previous page." }),
	search: storable(z.string().min(1)).optional().meta({ description: "Part of the name, in Unicode or punycode." }),
	status: z.enum(domainStatuses).optional().meta({ description: "Only domains in this state." }),
});

/** `GET /domains`: one page, in alphabetical order. */
export const domainList = z
	.object({
		items: z.array(domainRecord),
		count: z.int().min(0).max(limits.domainsPage.max).meta({ description: "Number of domains in this page." }),
		total: z.int().min(0).meta({ description: "Number of domains in all pages." }),
		...asOf,
		next_cursor: z.string().nullable().meta({ description: "The cursor of the next page; null on the last one." }),
	})
	.meta({
		id: "DomainList",
		description: "A page of the account's domains.",
		examples: [{ items: examplesOf(domainRecord), count: 1, total: 1, next_cursor: null }],
	});
export type DomainList = z.infer<typeof domainList>;
export const domainsAnswer = success("DomainsAnswer", domainList);
