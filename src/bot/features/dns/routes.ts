import { z } from "zod";
import { bad, domain, record } from "../../screens/params.ts";
import { question, route } from "../../screens/route.ts";

export const dnsRoutes = {
	/** `find`: words that filter the records. */
	zone: route("zone", { domain, page: z.number(), find: z.string().optional() }),
	record: route("record", {
		domain,
		record,
		page: z.number(),
		find: z.string().optional(),
		blocked: z.boolean().optional(),
	}),
	/** A change that cannot be planned. `why` selects the locale key `plan-<why>`. `since`: when the domain was blocked, ISO 8601. */
	unplanned: route("unplanned", {
		domain,
		why: z.string(),
		part: z.string().optional(),
		since: z.string().optional(),
		heard: z.boolean().optional(),
	}),
	refusedRecords: route("refused_records", {
		domain,
		refusals: z.array(z.object({ record, problem: z.string() })),
		more: z.number(),
	}),
	recordAsk: question("record_ask", {
		domain,
		type: z.string().optional(),
		host: z.string().optional(),
		bad,
		editing: record.optional(),
	}),
};
