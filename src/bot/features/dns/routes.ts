import { recordTypes } from "@domains/contract/records/record.ts";
import { z } from "zod";
import type { Intent } from "../../../rules/recognise.ts";
import { answerChange, answerNew, isAccepted } from "../../../rules/record-answer.ts";
import { listPosition } from "../../screens/list-position.ts";
import { domain, draftId, problem, record, sentRecords } from "../../screens/params.ts";
import { question, route, routeRef } from "../../screens/route.ts";

/** The list of a domain's records. `search`: the words that filter the list. */
const zone = route("zone", { domain, draftId, ...listPosition });

interface Asked {
	domain: string;
	type?: string | undefined;
	host?: string | undefined;
	value?: string | undefined;
	ttl?: number | undefined;
	editing?: z.infer<typeof record> | undefined;
}

/**
 * True if the text answers the question. The text must complete the record, or leave only its priority missing. If the
 * question asks for a host name, any single word is an answer too.
 */
function answersRecord(text: string, { domain, editing, ...parts }: Asked, { is }: Intent): boolean {
	const answer = { kind: "text", text } as const;
	if (!editing && parts.type !== undefined && parts.host === undefined && is === "base") return true;
	return isAccepted(editing ? answerChange(editing, answer, domain) : answerNew(parts, answer, domain));
}

function isKnownType(type: string | undefined): boolean {
	return recordTypes.some((each) => each === type);
}

export const dnsRoutes = {
	zone,
	record: route("record", {
		domain,
		record,
		page: z.number(),
		search: z.string().optional(),
		blocked: z.boolean().optional(),
		draftId,
	}),
	/**
	 * Says why a change cannot be planned.
	 * - `why`: the end of the locale key `plan-<why>`.
	 * - `part`: the key of the edge profile that cannot be used.
	 * - `since`: when the block of the domain started, in ISO 8601.
	 * - `heard`: true if the person will get an alert when the block ends.
	 */
	unplanned: route("unplanned", {
		domain,
		why: z.string(),
		part: z.string().optional(),
		since: z.string().optional(),
		heard: z.boolean().optional(),
		draftId,
	}),
	refusedRecords: route("refused_records", {
		domain,
		refusals: z.array(z.object({ record, problem: z.string() })),
		more: z.number(),
		draftId,
	}),
	/** Asks for the domain of records that the person sent without one. */
	domainAsk: route("domain_ask", { records: sentRecords }),
	recordAsk: question(
		"record_ask",
		{
			domain,
			type: z.string().optional(),
			host: z.string().optional(),
			value: z.string().optional(),
			ttl: z.number().optional(),
			problem,
			editing: record.optional(),
			draftId,
		},
		{
			accepts: answersRecord,
			acceptsName({ type, host, editing }) {
				const valueIsName = host !== undefined && type !== "A" && type !== "AAAA";
				return editing !== undefined || (type !== undefined && (host === undefined || valueIsName));
			},
			// Once the type is known, a text may be an answer although it reads like a request for what the service cannot
			// do. The value of a TXT record may be any text, and a hostname may be a word such as "transfer".
			acceptsUnsupported: ({ type, editing }) => isKnownType(editing?.type ?? type),
			acceptsTokenLike: (_text, { type, editing }) => (editing?.type ?? type) === "TXT",
			restart: (params) => routeRef(zone, { domain: params.domain, page: 1, draftId: params.draftId }),
		},
	),
};
