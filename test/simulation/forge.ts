import type { Member } from "./cast.ts";
import type { Play } from "./play.ts";

const confirming = /^(\d+)\.(confirm|sure)\.(\d+)$/;

/**
 * Presses what nobody offered them: the confirm of somebody else's order in a message of their own that shows it, or one
 * that was made up. It must move nothing.
 */
export async function forge(play: Play, who: Member): Promise<void> {
	await forgeAgainst(play, who, who.random.pick(othersThan(play, who)));
}

/** Somebody does that to what just came to stand in this chat. */
export async function forgeAgainstMe(play: Play, me: Member): Promise<void> {
	await forgeAgainst(play, me.random.pick(othersThan(play, me)), me);
}

function othersThan({ cast }: Play, who: Member): Member[] {
	return cast.flatMap((account) => account.people).filter((each) => each !== who);
}

async function forgeAgainst({ stage }: Play, who: Member, victim: Member): Promise<void> {
	const [theirs] = callbacks(stage, victim.id, confirming);
	const [, , verb = "confirm", quote = "1"] = confirming.exec(theirs ?? "") ?? [];
	const reference = victim
		.messages()
		.findLast(({ keyboard = [] }) => keyboard.flat().some((button) => /^✅ (Confirm|Apply)/.test(button.text)))
		?.text?.match(/#\w+/)?.[0];
	if (reference !== undefined) await who.asks(`/op ${reference}`, /./);
	const [own] = callbacks(stage, who.id, /^\d+\./);
	const shown = own?.split(".")[0] ?? "1";
	// Where somebody else's order stands, its number may be right; anywhere else it must be one that was never given.
	const data = reference === undefined ? [`${shown}.${verb}.90`, "confirm"] : [`${shown}.${verb}.${quote}`, theirs];
	for (const each of data) if (each !== undefined && isForeign(who, reference)) who.forges(each);
}

/** The newest message with buttons is not about an order of their own, which they may well confirm. */
function isForeign(who: Member, reference: string | undefined): boolean {
	const { text = "" } = who.messages().findLast(({ keyboard = [] }) => keyboard.length > 0) ?? {};
	return reference === undefined || text.includes(reference);
}

/** What the buttons of a chat hold that look like this, the newest first. */
function callbacks({ telegram }: Play["stage"], chatId: number, like: RegExp): string[] {
	return telegram.calls
		.filter(({ ok, params }) => ok && Number(params["chat_id"]) === chatId)
		.toReversed()
		.flatMap(({ params }) => [
			...JSON.stringify(params["reply_markup"] ?? null).matchAll(/\\?"callback_data\\?":\\?"([^"\\]+)/g),
		])
		.flatMap(([, data = ""]) => (like.test(data) ? [data] : []));
}
