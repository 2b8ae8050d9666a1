import { z } from "zod";
import { batchBody, batchResult, examplesOf, success } from "./envelope.ts";
import { domainName, references, usd } from "./fields.ts";

const query = z
	.string()
	.min(1)
	.meta({ description: "A full domain, or a name base (without a dot).", examples: ["example.com", "example"] });

export const searchQuery = z.object({ query });

/** `price_usd` and `register_price_usd` are equal. They are present even if the name is taken. */
export const searchResult = z
	.object({
		query: z.string().meta({ description: "The query as sent; in a shortlist, the domain of this result." }),
		domain: domainName,
		available: z.boolean().meta({ description: "True if the domain can be registered now." }),
		price_usd: usd("The first year"),
		register_price_usd: usd("The first year; equal to price_usd"),
		renew_price_usd: usd("Each further year"),
		premium: z.boolean().meta({ description: "True if the zone has premium prices." }),
		unchecked: z.literal(true).optional().meta({
			description: "Present if the registry was not asked: the name may be taken, and an order for it is then refused.",
		}),
	})
	.meta({
		id: "SearchResult",
		description: "One name with its price.",
		examples: [
			{
				query: "Example.com",
				domain: "example.com",
				available: false,
				price_usd: 11.5,
				register_price_usd: 11.5,
				renew_price_usd: 12.5,
				premium: false,
			},
		],
	});
export type SearchResult = z.infer<typeof searchResult>;

/** A name without a TLD: one result per TLD of the price list, cheapest first. */
export const shortlist = z
	.object({
		query: z.string().meta({ description: "The query as sent." }),
		items: z.array(searchResult).meta({ description: "One result per zone, cheapest first." }),
	})
	.meta({
		id: "Shortlist",
		description: "A name base with all zones.",
		examples: [
			{
				query: "sunny",
				items: [
					{
						query: "sunny.site",
						domain: "sunny.site",
						available: true,
						price_usd: 1.49,
						register_price_usd: 1.49,
						renew_price_usd: 28.99,
						premium: false,
					},
				],
			},
		],
	});
export type Shortlist = z.infer<typeof shortlist>;

/** `GET /domains/search`. Source: docs/service.md, "Search". */
export const searchAnswer = success(
	"SearchAnswer",
	z.union([searchResult, shortlist]).meta({
		examples: [searchResult, shortlist].flatMap(examplesOf),
	}),
);

export const searchItemObject = z
	.object({ query, ...references })
	.meta({ id: "SearchItemObject", description: "A query with the caller's references." });

/** An object with references, or the query as a string. */
export const searchItem = z.union([searchItemObject, query]).meta({
	id: "SearchItem",
	description: "An object, or just the query; both forms may be mixed.",
	examples: [{ query: "example.com", client_ref: "shop-17" }, "example.net"],
});

export const searchBatchBody = batchBody("SearchBatch", searchItem, [
	{ items: [{ query: "example.com" }, "example.net"] },
]);

/**
 * `POST /domains/search/batch`. If the query has no TLD, the item has `items` instead of a price: one search result per
 * TLD.
 */
export const searchBatchResult = batchResult(
	"SearchBatchResult",
	{ ...searchResult.partial().required({ query: true }).shape, items: z.array(searchResult).optional(), ...references },
	{
		query: z.string().optional().meta({
			description: "The query as sent; truncated if it is too long, left out if it is not a string.",
		}),
		...references,
	},
	[
		{
			count: 2,
			success: 1,
			failed: 1,
			items: [
				{
					index: 0,
					success: true,
					query: "example.net",
					domain: "example.net",
					available: true,
					price_usd: 12.99,
					register_price_usd: 12.99,
					renew_price_usd: 13.99,
					premium: false,
				},
				{
					index: 1,
					success: false,
					query: "a..b",
					error: { code: "invalid_domain", message: "a..b is not a domain name: a part between two dots is empty." },
				},
			],
		},
	],
);
export type SearchBatchResult = z.infer<typeof searchBatchResult>;

export const searchBatchAnswer = success("SearchBatchAnswer", searchBatchResult);
