import type { InlineKeyboardButton } from "grammy/types";
import type { Connection } from "../../../actions/index.ts";
import { commandLines } from "../../commands.ts";
import { lines, shorten } from "../../screens/html.ts";
import type { T } from "../../screens/texts.ts";
import { tap, type View } from "../../screens/view.ts";

export interface HomeData {
	connection: Connection | null;
	/** The name of the service. Null shows neutral words. */
	serviceName: string | null;
	noticeKey: string | undefined;
	vars?: Readonly<Record<string, string>> | undefined;
	/** What the person can resume, and the verb of its button. */
	resume?: { verb: string; name: string; value: string } | undefined;
}

export function homeView(t: T, data: HomeData, keyboard: InlineKeyboardButton[][]): View {
	const { connection, serviceName, noticeKey, vars, resume } = data;
	const service = serviceName ?? "none";
	const status = connection ? connectionStatus(t, connection) : t.html("home-welcome", { service });
	const goOn =
		resume && tap(t("home-resume", { name: shorten(resume.name, 28) }), resume.verb, { value: resume.value });
	const buttons = goOn ? [[goOn]] : [];
	return { text: lines([noticeKey !== undefined && t.html(noticeKey, vars), status], "\n\n"), buttons, keyboard };
}

function connectionStatus(t: T, { state, account, tokenLast4 }: Connection) {
	const money = account?.sandbox ? "sandbox" : "real";
	const named = account
		? t.html("home-account", { money, user: String(account.userId), last4: tokenLast4 })
		: t.html("account-unproved", { last4: tokenLast4 });
	const trouble =
		state === "live"
			? null
			: t.html(`home-state-${state.replaceAll("_", "-")}`, { owned: String(account?.owned ?? false) });
	return lines([t.html("home-title"), named, trouble, t.html("home-hint")], "\n\n");
}

export function helpView(t: T, keyboard: InlineKeyboardButton[][]): View {
	return { text: lines([t.html("help-top"), commandLines(t), t.html("help-typing")], "\n\n"), keyboard };
}
