import { AppError } from "@domains/kit/errors.ts";
import type { Log } from "@domains/kit/log.ts";
import type { MiddlewareFn } from "grammy";
import type { Intent } from "../../rules/intent.ts";
import type { AbortScope } from "../api/scopes.ts";
import type { SessionContext, ShowOptions, Staged, UpdateSession } from "../context.ts";
import type { MessageRenderer, OneTimeSecrets } from "../delivery/render.ts";
import { interruptedQuestion } from "../input/transition.ts";
import type { ChatState, ChatStore, Draft, Params, Showing } from "../ports.ts";
import type { Route } from "../screens/route.ts";
import type { Texts } from "../screens/texts.ts";
import { routeOf, routes, startOf } from "../screens.ts";
import { replyBotIsPrivate } from "./access.ts";
import type { IncomingUpdate } from "./kinds.ts";

export interface SessionDeps {
	chats: ChatStore;
	renderer: MessageRenderer;
	abortScope: AbortScope;
	secrets: OneTimeSecrets;
	texts: Texts;
	recognise: (text: string) => Intent;
	log: Log;
}

const mostTries = 3;

/**
 * Adds a session to the context of one update: the state of the chat, and methods with which the handlers change it.
 * - Before the handlers run, one SQL statement reads the state of the chat. After they have run, one SQL statement
 *   writes all changes. Then the renderer shows the screen.
 * - If another update has changed the chat meanwhile, nothing is written and `conflict` is thrown. The update of this
 *   session is then handled again.
 * - If a handler throws, the person gets an apology with a reference, which the log contains too.
 */
export function withSession({
	chats,
	renderer,
	abortScope,
	secrets,
	texts,
	recognise,
	log,
}: SessionDeps): MiddlewareFn<SessionContext> {
	return async (ctx, next) => {
		const { id: updateId, person, chat } = ctx.incoming;
		if (!person || !chat) return;
		const key = { updateId, personId: person.id, chatId: chat.id };
		const messageId = ctx.callbackQuery?.message?.message_id;
		const locale = texts.match(person.language_code);
		const begun = { ...key, locale, ...(messageId !== undefined && { messageId }) };
		const state = await asStorageError(chats.load(begun, abortScope.signal()));
		// While the state of the chat was loaded, the bot may have abandoned the update and sent an error reply. So this
		// update must not send or store anything more.
		abortScope.signal()?.throwIfAborted();
		if (state.done) return;
		if (state.banned) {
			await replyBotIsPrivate(ctx, texts(state.person.locale), log);
			return await asStorageError(chats.finish(updateId));
		}
		// Remove the name of a command, so that `/search shop.com` is understood like the text `shop.com`.
		const intent = recognise(ctx.incoming.text.replace(/^\/\w+(?:@\w+)?(?:\s+|$)/, ""));
		const session = sessionOf(state, texts, ctx.incoming, intent);
		Object.assign(ctx, session);
		if (state.tries > mostTries) showApology(session, updateId);
		else await next().catch((error: unknown) => fail(session, error, updateId));
		abortScope.signal()?.throwIfAborted();
		const { show, conversation, secret, vanished } = session.staged;
		if (vanished) return await asStorageError(chats.finish(updateId));
		const changes = {
			...key,
			topicId: ctx.incoming.topic?.id ?? null,
			...(show && { show }),
			...(conversation && { conversation: { ...state.conversation, ...conversation } }),
		};
		const draft = draftOf(state, session.staged, ctx.incoming);
		const first = draft && (await renderer.sendFirst(draft));
		// A message that was sent is stored in any case, also if the bot abandons the update now.
		const sent = first?.sent ? { sent: first.sent } : {};
		const signal = first?.sent ? undefined : abortScope.signal();
		const withdraw = async () => void (first && (await renderer.withdraw(key.chatId, first)));
		const saving = chats.save({ ...changes, ...sent }, signal).catch(async (error: unknown) => {
			if (chats.isRefusal(error)) await withdraw();
			throw error;
		});
		const saved = await asStorageError(saving);
		if (saved.kind === "conflict") {
			await withdraw();
			throw new AppError("conflict", "Another update changed the chat meanwhile.");
		}
		if (saved.screenId !== null && secret !== undefined) secrets.put(saved.screenId, secret);
		if (saved.screenId !== null && !first?.sent)
			await renderer.render(saved.screenId, "now", { leased: saved.leased, sending: first?.sending });
		if (show?.leaving) await renderer.render(show.leaving.id, "now");
	};

	function fail(session: UpdateSession, error: unknown, updateId: number): void {
		abortScope.signal()?.throwIfAborted();
		// A lost database is not a bug, so the person gets no apology. Telegram delivers the update again, and by then
		// another database server may have taken over.
		if (chats.isOutage(error)) throw lostDatabase(error);
		log.error({ error, update: updateId, reference: referenceOf(updateId) }, "an update could not be handled");
		showApology(session, updateId);
	}
}

/**
 * Returns the screen to send before it is stored, or null. Only a new screen without an effect is sent first, and only
 * at the first attempt: another process may handle the update again.
 */
function draftOf(
	{ person, tries, conversation: kept }: ChatState,
	{ show, conversation, secret }: Staged,
	{ chat, topic, callbackId }: IncomingUpdate,
): Draft | null {
	if (!show || !chat || tries > 1 || callbackId !== null) return null;
	const { routeName, params, subject, at, leaving } = show;
	const isNew = at === null && !leaving && subject === null;
	const isAlone = kept.data === null && !conversation && secret === undefined;
	if (!isNew || !isAlone || !routeOf(routeName)?.readOnly(params)) return null;
	return {
		...{ chatId: chat.id, topicId: topic?.id ?? null, personId: person.id, person, routeName, params, subject },
		...{ rev: 1, keyboardRev: 0, choices: [] },
		...{ messageId: null, oldMessageId: null, shownHash: null, shownAgo: null },
	};
}

/** Turns a storage failure into an `AppError`, so that Telegram delivers the update again. */
async function asStorageError<R>(answer: Promise<R>): Promise<R> {
	return await answer.catch((cause: unknown) => {
		throw lostDatabase(cause);
	});
}

function lostDatabase(cause: unknown): AppError {
	return new AppError("database_unavailable", "The state of a chat could not be read or written.", { cause });
}

function showApology(session: UpdateSession, updateId: number): void {
	session.leave();
	session.show(routes.apology, { reference: referenceOf(updateId) }, { where: "new" });
}

function referenceOf(updateId: number): string {
	return `U${updateId.toString(36).toUpperCase()}`;
}

function sessionOf(state: ChatState, texts: Texts, { callbackId }: IncomingUpdate, intent: Intent): UpdateSession {
	const { person, screen, isLast } = state;
	const question = interruptedQuestion(state.conversation);
	const storedConversation = question ? { ...state.conversation, data: null } : state.conversation;
	const staged: Staged = {};
	const at = screen && { id: screen.id, rev: screen.rev };
	let current = screen;
	let usual: ShowOptions["where"];

	function place({ where, replacing }: ShowOptions): Pick<Showing, "at" | "beneath" | "leaving"> {
		const asked = screen !== null && asksQuestion(screen.routeName) && storedConversation.data !== null;
		const decided = where ?? usual ?? (callbackId !== null ? "place" : asked ? "beneath" : "new");
		if (decided !== "new") return { at, beneath: decided === "beneath" };
		return { at: null, beneath: false, leaving: at && replacing ? { ...at, params: replacing } : null };
	}

	return {
		person,
		t: texts(person.locale, person.timeZone),
		intent,
		screen,
		isLast,
		tap: null,
		storedConversation,
		staged,
		interruptedQuestion: question,
		cannotResume: false,
		show<P extends Params>(route: Route<P>, params: P, options: ShowOptions = {}) {
			const from = route.name === routes.trouble.name ? startOf(current) : undefined;
			const whole = { ...params, ...(from && { from }) };
			staged.show = { routeName: route.name, params: whole, subject: route.subject(params), ...place(options) };
			if (options.secret !== undefined) staged.secret = options.secret;
		},
		redraw() {
			if (!current || !at) return;
			const { routeName, params, subject } = current;
			staged.show = { routeName, params, subject, at, beneath: false };
		},
		repeat({ to, params, verb, value }, where) {
			usual = where;
			current = screen && { ...screen, routeName: to, params, subject: routeOf(to)?.subject(params) ?? null };
			this.screen = current;
			this.tap = { verb, value, callbackNumber: null };
		},
		vanish() {
			staged.vanished = true;
		},
		leave() {
			if (storedConversation.data !== null) staged.conversation = { data: null };
		},
	};
}

/** True if the screens of this route ask a question, and the person's next message is the answer. */
export function asksQuestion(routeName: string): boolean {
	return routeOf(routeName)?.asks ?? false;
}
