import { usdOf } from "@domains/contract/money.ts";
import { z } from "zod";
import type { Actions, Mandate, Proposal, Refused } from "../actions/index.ts";
import { outcomes, type ProgramMandate, programInputs } from "../actions/program/mandates.ts";

/**
 * One operation of a program. The MCP tools, the HTTP API and its description come from the same table, so that they
 * cannot differ. `run` gets input that the schema has accepted.
 */
export interface ProgramOperation {
	name: string;
	description: string;
	input: z.ZodObject;
	output: z.ZodObject;
	/** True if it changes nothing. Only a proposal does, and even that spends nothing. */
	readOnly: boolean;
	/** True if it reads only what the bot has stored. The others ask the registrar. */
	isStored?: true;
	run(program: Actions["program"], mandate: ProgramMandate, input: unknown): Promise<Record<string, unknown> | Refused>;
}

type Inputs = typeof programInputs;

function operation<K extends keyof Inputs>(
	key: K,
	facts: Omit<ProgramOperation, "input" | "run">,
	run: (
		program: Actions["program"],
		input: { mandate: ProgramMandate } & z.output<Inputs[K]>,
	) => Promise<Record<string, unknown> | Refused>,
): ProgramOperation {
	const input = programInputs[key];
	return {
		...facts,
		input,
		// The door has parsed the input with this schema; parsing it here too gives it its type.
		run: (program, mandate, given) =>
			run(program, Object.assign({ mandate }, input.parse(given)) as { mandate: ProgramMandate } & z.output<Inputs[K]>),
	};
}

const usd = z.number().nullable();
const next = z.string();
const rows = z.array(z.record(z.string(), z.unknown()));
const domain = {
	domain: z.string(),
	status: z.string().nullable(),
	expires_at: z.string().nullable(),
	renew_usd: usd,
	tags: z.array(z.string()),
};
const proposal = z.object({
	key: z.string(),
	state: z.enum(outcomes),
	why: z.string().nullable(),
	total_usd: usd,
	renew_usd: usd,
	order: z.string().nullable(),
	expires_at: z.string(),
	next,
});

const money = (cents: number | null | undefined) => (cents == null ? null : usdOf(cents));

export const programOperations: readonly ProgramOperation[] = [
	operation(
		"findNames",
		{
			name: "find_names",
			description: "Check full domain names: availability and price in USD, or why one is unknown. Up to 20 a call.",
			readOnly: true,
			output: z.object({ names: rows, next }),
		},
		async (program, input) => {
			const result = await program.findNames(input);
			if (result.kind === "refused") return result;
			const names = result.names.map(({ name, domain: ascii, covered, why, available, premium, ...prices }) => ({
				name: ascii ?? name,
				available: available ?? null,
				register_usd: money(prices.registerCents),
				renew_usd: money(prices.renewCents),
				premium: premium ?? null,
				in_mandate: covered,
				why,
			}));
			return { names, next: "propose_order with action register for an available name in the mandate" };
		},
	),
	operation(
		"listDomains",
		{
			name: "list_domains",
			description: "List the owner's domains that your mandate covers, next to expire first. 25 a page.",
			readOnly: true,
			output: z.object({
				domains: z.array(z.object(domain)),
				total: z.number(),
				next_offset: z.number().nullable(),
				next,
			}),
		},
		async (program, input) => {
			const result = await program.listDomains(input);
			if (result.kind === "refused") return result;
			const { domains, total, offset } = result;
			const end = offset + domains.length;
			return {
				domains: domains.map(domainOf),
				total,
				next_offset: end < total ? end : null,
				next: end < total ? "list_domains with offset next_offset" : "get_domain for records",
			};
		},
	),
	operation(
		"getDomain",
		{
			name: "get_domain",
			description: "Show one domain with its nameservers and DNS records.",
			readOnly: true,
			output: z.object({ ...domain, nameservers: z.array(z.string()), records: rows, next }),
		},
		async (program, input) => {
			const result = await program.getDomain(input);
			if (result.kind === "refused") return result;
			const { nameservers, records } = result;
			return { ...domainOf(result.domain), nameservers, records, next: "plan_dns to preview a change" };
		},
	),
	operation(
		"planDns",
		{
			name: "plan_dns",
			description: "Preview a change of DNS records. Stores nothing.",
			readOnly: true,
			output: z.object({
				domain: z.string(),
				added: rows,
				removed: rows,
				changed: rows,
				risks: z.array(z.string()),
				next,
			}),
		},
		async (program, input) => {
			const result = await program.planDns(input);
			if (result.kind === "refused") return result;
			const { diff, risks } = result.change;
			const { added, removed, changed } = diff;
			return {
				domain: result.domain,
				added,
				removed,
				changed,
				risks,
				next: "propose_order with action dns and the same records",
			};
		},
	),
	operation(
		"proposeOrder",
		{
			name: "propose_order",
			description:
				"Ask the owner to pay for one order. It spends nothing: only the owner's tap in their chat does. Choose a new key for each order; the same key and order return the same proposal.",
			readOnly: false,
			output: proposal,
		},
		async (program, input) => {
			const result = await program.propose(input);
			return result.kind === "refused" ? result : proposalOf(result.proposal);
		},
	),
	operation(
		"proposalStatus",
		{
			name: "proposal_status",
			description: "Show what became of your proposal.",
			readOnly: true,
			isStored: true,
			output: proposal,
		},
		async (program, input) => {
			const result = await program.status(input);
			return result.kind === "refused" ? result : proposalOf(result.proposal);
		},
	),
	operation(
		"explain",
		{
			name: "explain",
			description: "Show what your mandate allows and what is left of it. Call it first.",
			readOnly: true,
			isStored: true,
			output: z.object({
				may: z.array(z.string()),
				domains: z.array(z.string()),
				tag: z.string().nullable(),
				day_usd: z.number(),
				order_usd: z.number(),
				left_today_usd: z.number(),
				open: z.array(z.string()),
				most_open: z.number(),
				ends_at: z.string(),
				next,
			}),
		},
		async (program, input) => {
			const { mandate, open, mostOpen } = await program.explain(input);
			return { ...mandateOf(mandate), open, most_open: mostOpen, next: "find_names or list_domains" };
		},
	),
];

function domainOf({
	domain: name,
	status,
	expiresAt,
	renewCents,
	tags,
}: {
	domain: string;
	status: string | null;
	expiresAt: Date | null;
	renewCents: number | null;
	tags: string[];
}) {
	return { domain: name, status, expires_at: expiresAt?.toISOString() ?? null, renew_usd: money(renewCents), tags };
}

function mandateOf({ allows, names, tag, dayCents, orderCents, leftCents, endsAt }: Mandate) {
	return {
		may: allows,
		domains: names.length === 0 && tag === null ? ["*"] : names,
		tag,
		day_usd: usdOf(dayCents),
		order_usd: usdOf(orderCents),
		left_today_usd: usdOf(leftCents),
		ends_at: endsAt.toISOString(),
	};
}

const waits = "Wait for the owner, then call proposal_status";
const nexts: Partial<Record<Proposal["outcome"], string>> = {
	pending: waits,
	waiting: waits,
	asked_again: waits,
	in_progress: "Call proposal_status again in a minute",
	done: "Nothing is left to do",
};

function proposalOf({ row, outcome, operation: order }: Proposal) {
	const [item] = order?.items ?? [];
	return {
		key: row.key,
		state: outcome,
		why: row.refusal ?? order?.problem?.code ?? null,
		total_usd: money(item?.chargedCents ?? order?.quote?.totalCents),
		renew_usd: money(item?.renewCents),
		order: order?.reference ?? null,
		expires_at: row.expiresAt.toISOString(),
		next: nexts[outcome] ?? "Propose again only if the owner still wants it",
	};
}
