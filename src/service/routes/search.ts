import type { FastifyInstance } from "fastify";
import { searchAnswer, searchBatchAnswer, searchBatchBody, searchQuery } from "../../contract/search.ts";
import type { Trade } from "../orders/place.ts";
import { Refusal } from "../refusal.ts";
import { search } from "../search.ts";
import { countItems, echoReferences, itemsByQuery, problemOfItem } from "./batches.ts";
import { read } from "./define.ts";

export function addSearchRoutes(app: FastifyInstance, trade: Trade): void {
	read(app, "search", { query: searchQuery, answer: searchAnswer }, async ({ query: { query } }) => {
		const [found] = await search(trade, [query]);
		if (!found || found instanceof Refusal) throw found ?? new Error("a query was not answered");
		return found;
	});

	const schemas = { body: itemsByQuery, describedBody: searchBatchBody, answer: searchBatchAnswer };
	read(app, "searchBatch", schemas, async ({ body }) => {
		const items = body.items.map((item): { query: string } => (typeof item === "string" ? { query: item } : item));
		const found = await search(
			trade,
			items.map(({ query }) => query),
		);
		return countItems(
			found.map((each, index) => {
				const { query = "", ...rest } = items[index] ?? {};
				const references = echoReferences(rest);
				return each instanceof Refusal
					? { index, success: false, query, ...references, error: problemOfItem(each) }
					: { index, success: true, ...each, ...references };
			}),
		);
	});
}
