import { Composer, type MiddlewareFn } from "grammy";
import type { Document } from "grammy/types";
import type { BoardChoice, BoardEnd, BoardFacts, TickedNames, Trouble } from "../../../actions/index.ts";
import { type ListedNames, read } from "../../../reading/index.ts";
import { boardSorts } from "../../../rules/choices.ts";
import type { BotContext, ShowOptions } from "../../context.ts";
import { type Feature, type FeatureDeps, feature } from "../../feature.ts";
import { receiveRecords } from "../../input/sent-records.ts";
import { readTextFile, refuseFile, type TextFile } from "../../input/text-file.ts";
import { listCallbacks } from "../../screens/list.ts";
import { mostNames } from "../../screens/list-position.ts";
import { routeRef, to } from "../../screens/route.ts";
import { type Act, type Next, type Shown, screen } from "../../screens/screen.ts";
import { batchQuoteDestination, showOperation } from "../../screens/shared/operation.ts";
import { routes } from "../../screens.ts";
import { type CallbackHandler, onCallback } from "../../updates/callbacks.ts";
import { type ListPart, type Position, partOf, readNames, readPart } from "./assemble-list.ts";
import { askView, boardView, goneView, optionsView, yearsView } from "./view.ts";

/** The maximum number of names on one page of results. */
const pageSize = 25;

/**
 * Handles a list of names that a person pastes, forwards or sends as a file. The bot stores the list, which is called a
 * board. It looks up the names in batches, and orders the selected ones together.
 */
export function createList({ actions, settings, readFile, log }: FeatureDeps): Feature {
	const handlers = new Composer<BotContext>();
	handlers.command("search", async (ctx, next) => ((await take(ctx, ctx.match, true)) ? undefined : await next()));
	const claimList: MiddlewareFn<BotContext> = async (ctx, next) => {
		const { content, text, file } = ctx.incoming;
		if (content === "text" && (await take(ctx, text))) return;
		if (file === null || ctx.editedMessage !== undefined) return await next();
		const found = await readListFile(file, readFile);
		if (found.kind === "other") return await next();
		if (found.kind === "names") return await show(ctx, found.part, null);
		if (found.kind === "zone_file") return await receiveRecords(ctx, actions, { zone: null, text: found.text, file });
		await refuseFile(ctx, found.problem, log);
	};
	const positionOf = (ctx: BotContext) => routes.list.parse(ctx.screen?.params);
	const lists = listCallbacks(routes.list, boardSorts);
	const callbacks = {
		...lists,
		async filter(ctx, tap) {
			// The filter by balance uses the stored balance of the account. This call updates the stored balance from the
			// service. If the call fails, the filter uses the last known balance.
			if (tap.value === "balance") await actions.account.read({ personId: ctx.person.id });
			await lists["filter"]?.(ctx, tap);
		},
	} satisfies Record<string, CallbackHandler>;
	const on = {
		years: ({ params, value }) => to(routes.list, { ...params, years: Number(value) }),
		filters: ({ params }) => to(routes.listFilter, params),
		ask_years: ({ params }) => to(routes.listYears, params),
		card: ({ params, value: domain }) => to(routes.domain, { domain, from: routeRef(routes.list, params) }),
		tick: (act) => tick(act, { names: [act.value], ticked: true }),
		untick: (act) => tick(act, { names: [act.value], ticked: false }),
		tick_page: (act) => tick(act, { names: act.value.split(" "), ticked: true }),
		untick_page: (act) => tick(act, { names: act.value.split(" "), ticked: false }),
		all: (act) => tick(act, { names: "all", ticked: true }),
		none: (act) => tick(act, { names: "all", ticked: false }),
		stop: ({ personId, params: { boardId } }) => actions.board.stop({ personId, boardId }),
		resume: ({ personId, params: { boardId } }) => actions.board.resume({ personId, boardId }),
		async correct({ ctx, personId, params: { boardId }, value }) {
			const [text = "", name = ""] = value.split("\n");
			await actions.board.replaceWord({ personId, boardId, updateId: ctx.update.update_id, text, name });
		},
		async own({ personId, params: { boardId } }) {
			const names = await actions.board.own({ personId, boardId, limit: mostNames });
			return names.length > 0 ? to(routes.domains, { selected: { all: false, names } }) : undefined;
		},
		async register({ ctx, personId, params }) {
			const quoted = await actions.board.quote({ personId, boardId: params.boardId, choice: choiceOf(params) });
			if (quoted.kind !== "gone") showOperation(ctx, batchQuoteDestination(quoted));
		},
	} satisfies Record<string, (act: Act<Position>) => Next<Position> | Promise<Next<Position>>>;

	handlers.use(
		// The person sent the names while a DNS page was open, so the bot tried to import them.
		onCallback(routes.dnsImport, {
			async as_list(ctx) {
				const { fileId, text } = routes.dnsImport.parse(ctx.screen?.params) ?? {};
				if (fileId === undefined) return text === undefined ? ctx.redraw() : await show(ctx, readNames(text), null);
				const found = await readAsList(fileId, readFile);
				if (found.kind === "names") await show(ctx, found.part, null);
				else await refuseFile(ctx, found.problem, log);
			},
		}),
	);

	handlers.use(
		onCallback([routes.home, routes.connected], {
			example_list: (ctx, { value }) => show(ctx, readNames(value ?? ""), null),
			async list(ctx) {
				const found = await actions.board.unfinished({ personId: ctx.person.id });
				if (found) ctx.show(routes.list, { ...start, boardId: found.boardId, name: found.name });
				else ctx.redraw();
			},
		}),
	);

	function tick({ personId, params }: Act<Position>, names: TickedNames): Promise<void> {
		return actions.board.tick({ personId, boardId: params.boardId, choice: choiceOf(params), ...names });
	}

	/**
	 * Stores the names in a text as a list and shows it. Returns false if the text is not a list. If Telegram split a
	 * long paste into several messages, these messages get one reply together.
	 */
	async function take(ctx: BotContext, text: string, every = false): Promise<boolean> {
		const previous = await previousEnd(ctx);
		const found = readPart(previous, {
			text,
			intent: ctx.intent.is,
			at: ctx.msg?.date ?? 0,
			forwarded: ctx.msg?.forward_origin !== undefined,
			edited: ctx.editedMessage !== undefined,
			every,
		});
		if (!found) return false;
		const { part, continues } = found;
		if (continues && previous !== null) await show(ctx, joined(previous.first, part), previous.boardId);
		else await show(ctx, part, null);
		return true;
	}

	/**
	 * Adds the names to a board (a stored list of names) and shows it. If `boardId` is null, creates a new board. If a
	 * new list would have only one name, creates no board and shows the search result for that name.
	 */
	async function show(ctx: BotContext, part: ListPart, boardId: number | null): Promise<void> {
		const [name = "", ...others] = part.names;
		const isSingle = name !== "" && others.length + part.refused.length + part.duplicates + part.tail.length === 0;
		if (isSingle && boardId === null) return ctx.show(routes.offer, { name });
		const isPart = boardId !== null || continuesForward(ctx);
		const saved = await actions.board.add({
			...part,
			personId: ctx.person.id,
			boardId,
			updateId: ctx.update.update_id,
			saidAt: ctx.msg?.date ?? 0,
			forwarded: ctx.msg?.forward_origin !== undefined,
		});
		const before = boardId === null ? null : positionOf(ctx);
		const place: ShowOptions = isPart ? { where: "place" } : {};
		ctx.show(routes.list, { ...start, ...before, boardId: saved, name: before?.name ?? name }, place);
	}

	/**
	 * Returns the end of the list that the person sent last, if any. A single forwarded name counts as a list too,
	 * because a second forwarded name can join it.
	 */
	async function previousEnd(ctx: BotContext): Promise<PreviousEnd | null> {
		const { screen } = ctx;
		if (screen?.routeName === routes.list.name) {
			const boardId = positionOf(ctx)?.boardId;
			const found = boardId === undefined ? null : await actions.board.end({ personId: ctx.person.id, boardId });
			return found && { ...found, first: null };
		}
		const single = forwardedName(ctx);
		return single && { boardId: null, tail: "", saidAt: single.at, forwarded: true, first: single.text };
	}

	/** Null if the list was deleted. */
	async function load({ personId, params }: Shown<Position>): Promise<BoardFacts | Trouble | null> {
		const { boardId, page = 1 } = params;
		const read = (offset: number) =>
			actions.board.read({ personId, boardId, choice: choiceOf(params), offset, limit: pageSize });
		const found = await read(Math.max(0, (page - 1) * pageSize));
		const isBeyond = found.kind === "board" && found.names.length === 0 && found.matching > 0;
		const board = isBeyond ? await read(0) : found;
		return board.kind === "gone" ? null : board;
	}

	return feature(
		[
			screen(routes.list, {
				load,
				view: (t, board, { params }) => boardView(t, board, params, pageSize),
				missing: goneView,
				callbacks,
				on,
				connectFirst: settings,
			}),
			screen(routes.listFilter, {
				load,
				view: (t, board, { params }) => optionsView(t, board, params),
				missing: goneView,
				callbacks,
				on,
				connectFirst: settings,
			}),
			screen(routes.listYears, { view: yearsView, back: (params) => routeRef(routes.list, params), callbacks, on }),
			screen(routes.listAsk, {
				view: (t, { text }) => askView(t, readNames(text).names.length),
				on: { check: ({ ctx, params: { text } }) => show(ctx, readNames(text), null) },
			}),
		],
		{ handlers, claims: { list: claimList } },
	);
}

/**
 * What the bot remembers of the list that the person sent last, to decide whether their next message continues it.
 * `first`: the text of a single forwarded name. It has no board (a stored list of names) yet. If another name follows,
 * the bot creates a board that begins with `first`.
 */
type PreviousEnd = Omit<BoardEnd, "boardId"> & { boardId: number | null; first: string | null };

const start = { years: 1 };

function choiceOf({ sort, filter, years }: Position): BoardChoice {
	return { sort, filter, years };
}

function joined(first: string | null, part: ListPart): ListPart {
	if (first === null) return part;
	const before = readNames(first, true);
	return { ...part, names: [...before.names, ...part.names], refused: [...before.refused, ...part.refused] };
}

type NamesOfFile =
	| { kind: "names"; part: ListPart }
	| { kind: "problem"; problem: Extract<TextFile, { kind: "problem" }>["problem"] | "file-empty" };

type ListFile =
	| NamesOfFile
	/** The file contains DNS records and no names. */
	| { kind: "zone_file"; text: string }
	/** The file is neither a text file nor a table. */
	| { kind: "other" };

/** Reads a text or table file as a list. Returns a problem instead if the file may contain a token. */
async function readListFile(file: Document, readFile: Parameters<typeof readTextFile>[1]): Promise<ListFile> {
	const { file_name: name = "", mime_type: type = "" } = file;
	if (!/\.(?:txt|csv|tsv|list)$/i.test(name) && !/^text\/(?:plain|csv|tab-separated-values)/.test(type))
		return { kind: "other" };
	const found = await readTextFile(file, readFile);
	if (found.kind === "problem") return found;
	const list = await read("list", found.text);
	if (list.kind === "slow") return slow;
	return list.value === null ? { kind: "zone_file", text: found.text } : namesOf(list.value);
}

/** Reads a file of any name and any content as a list, because the person asked for it. */
async function readAsList(fileId: string, readFile: Parameters<typeof readTextFile>[1]): Promise<NamesOfFile> {
	const found = await readTextFile({ file_id: fileId, file_unique_id: fileId }, readFile);
	if (found.kind === "problem") return found;
	const list = await read("names", found.text);
	return list.kind === "slow" ? slow : namesOf(list.value);
}

const slow = { kind: "problem", problem: "file-slow" } as const;

function namesOf(list: ListedNames): NamesOfFile {
	const part = partOf(list);
	return part.names.length === 0 ? { kind: "problem", problem: "file-empty" } : { kind: "names", part };
}

/**
 * If the current screen is the reply to a single forwarded name, returns this name and when it was forwarded.
 * Otherwise, returns null.
 */
function forwardedName({ screen }: BotContext): { text: string; at: number } | null {
	const offer = screen?.routeName === routes.offer.name ? routes.offer.parse(screen.params) : null;
	const invalid = screen?.routeName === routes.invalid.name ? routes.invalid.parse(screen.params) : null;
	const { forwarded: at } = offer ?? invalid ?? {};
	return at === undefined ? null : { text: offer?.name ?? invalid?.text ?? "", at };
}

/**
 * True if this message was forwarded at most two seconds after a forwarded message with a single name. The names of
 * both messages then form one list. This list replaces the reply about the first name.
 */
function continuesForward(ctx: BotContext): boolean {
	return ctx.msg?.forward_origin !== undefined && (forwardedName(ctx)?.at ?? 0) + 2 >= (ctx.msg.date ?? 0);
}
