import type { RunContext } from "./context.ts";
import type { Member } from "./members.ts";

const confirming = /^(\d+)\.(confirm|sure)\.(\d+)$/;

/**
 * The person never received the buttons: the confirm button of another person's order, or an invented one. The bot must
 * ignore these taps.
 */
export async function forge(context: RunContext, who: Member): Promise<void> {
	await forgeAgainst(context, who, who.random.pick(peopleExcept(context, who)));
}

export async function forgeAgainstMe(context: RunContext, me: Member): Promise<void> {
	await forgeAgainst(context, me.random.pick(peopleExcept(context, me)), me);
}

function peopleExcept({ accounts }: RunContext, who: Member): Member[] {
	return accounts.flatMap((account) => account.people).filter((each) => each !== who);
}

async function forgeAgainst({ backend }: RunContext, who: Member, victim: Member): Promise<void> {
	const [theirs] = callbacks(backend, victim.id, confirming);
	const [, , verb = "confirm", quote = "1"] = confirming.exec(theirs ?? "") ?? [];
	const reference = victim
		.messages()
		.findLast(({ keyboard = [] }) => keyboard.flat().some((button) => /^✅ (Pay|Apply)/.test(button.text)))
		?.text?.match(/#\w+/)?.[0];
	if (reference !== undefined) await who.asks(`/op ${reference}`, /./);
	const [own] = callbacks(backend, who.id, /^\d+\./);
	const shown = own?.split(".")[0] ?? "1";
	// If the victim has an order, the tap has its right quote number. Otherwise, it has a number that the bot never
	// issued.
	const data = reference === undefined ? [`${shown}.${verb}.90`, "confirm"] : [`${shown}.${verb}.${quote}`, theirs];
	for (const each of data) if (each !== undefined && isForeign(who, reference)) who.forges(each);
}

/**
 * If the victim has an order, the person's newest message with buttons must be the bot's reply about it. A tap on any
 * other message could confirm the person's own order.
 */
function isForeign(who: Member, reference: string | undefined): boolean {
	const { text = "" } = who.messages().findLast(({ keyboard = [] }) => keyboard.length > 0) ?? {};
	return reference === undefined || text.includes(reference);
}

/** Newest message first. */
function callbacks({ telegram }: RunContext["backend"], chatId: number, like: RegExp): string[] {
	return telegram.calls
		.filter(({ ok, params }) => ok && Number(params["chat_id"]) === chatId)
		.toReversed()
		.flatMap(({ params }) => [
			...JSON.stringify(params["reply_markup"] ?? null).matchAll(/\\?"callback_data\\?":\\?"([^"\\]+)/g),
		])
		.flatMap(([, data = ""]) => (like.test(data) ? [data] : []));
}
