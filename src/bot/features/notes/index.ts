import { Composer } from "grammy";
import { longestNote, longestTag } from "../../../rules/tags.ts";
import type { BotContext, Tap } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { acceptText } from "../../input/screen-input.ts";
import type { ParamsOf } from "../../screens/route.ts";
import { defineScreen } from "../../screens/screen.ts";
import { selectedNames } from "../../screens/shared/domains-query.ts";
import { showTrouble } from "../../screens/shared/operation.ts";
import { troubleView } from "../../screens/trouble.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { manyNotesView, noteView, tagsView } from "./view.ts";

/** The maximum number of domains whose tags or notes can be changed at once. */
const mostChanged = 20_000;
/** The maximum length of the tags in a notice. It keeps the message below the limit of Telegram. */
const longestNotice = 400;

/** The parameters that the screens `tags` and `note` have in common. */
type NotesPlace = ParamsOf<typeof routes.tags>;

/** Handles the private tags and notes that people add to domains. */
export function createNotes({ actions }: FeatureDeps): Feature {
	const { domain: verbs } = actions;
	const handlers = new Composer<BotContext>();

	const namesOf = async (personId: number, { domain, list = {} }: NotesPlace) =>
		domain === undefined ? await selectedNames(actions, personId, list, mostChanged) : [domain];

	/**
	 * Adds tags. `sent`: true if the person sent the tags as a text, false if they tapped a button. After a text with
	 * tags for several domains, the bot shows *My domains*.
	 */
	async function tag(ctx: BotContext, place: NotesPlace, text: string, sent: boolean): Promise<void> {
		const { noticeKey: _, vars: __, ...params } = place;
		const names = await namesOf(ctx.person.id, place);
		const result = await verbs.tag({ personId: ctx.person.id, names, text });
		const show = (noticeKey: string, vars: Record<string, string | number>) =>
			ctx.show(routes.tags, { ...params, noticeKey, vars });
		if (result.kind === "trouble") return showTrouble(ctx, result);
		if (result.kind === "refused")
			return show(`tags-refused-${result.problem.replaceAll("_", "-")}`, { longest: longestTag });
		const { count, full } = result;
		const tags = result.tags.map((each) => `#${each}`).join(", ");
		const noticeKey = full > 0 ? "tags-full" : "tags-added";
		const vars = { tags: tags.slice(0, longestNotice), count, full };
		// If the person sent tags for several domains as a text, show *My domains* now. A text on that screen does not
		// become a tag. So the person's next message does not tag all these domains by mistake.
		if (sent && place.domain === undefined) ctx.show(routes.domains, { ...place.list, noticeKey, vars });
		else show(noticeKey, vars);
	}

	const tagsOf = (ctx: BotContext) => routes.tags.parse(ctx.screen?.params);
	handlers.use(
		onCallback(routes.tags, {
			async tag(ctx, { value }: Tap) {
				const place = tagsOf(ctx);
				if (place) await tag(ctx, place, value ?? "", false);
			},
			async untag(ctx, { value }: Tap) {
				const place = tagsOf(ctx);
				if (!place) return;
				const { noticeKey: _, vars: __, ...params } = place;
				const names = await namesOf(ctx.person.id, place);
				await verbs.untag({ personId: ctx.person.id, names, tag: value ?? "" });
				ctx.show(routes.tags, params);
			},
		}),
	);
	handlers.use(
		onCallback(routes.note, {
			async erase(ctx) {
				const place = routes.note.parse(ctx.screen?.params);
				if (!place) return;
				const { domain, list, from, sure } = place;
				if (sure) await write(ctx, place, "");
				else ctx.show(routes.note, { domain, list, from, sure: true });
			},
		}),
	);

	async function write(ctx: BotContext, place: ParamsOf<typeof routes.note>, text: string): Promise<void> {
		const { domain, list, from } = place;
		const names = await namesOf(ctx.person.id, place);
		const result = await verbs.writeNote({ personId: ctx.person.id, names, text });
		if (result.kind === "trouble") return showTrouble(ctx, result);
		if (result.kind === "too_long")
			return ctx.show(routes.note, { ...place, noticeKey: "note-too-long", vars: { longest: longestNote } });
		if (domain !== undefined) return ctx.show(routes.domain, { domain, list, from });
		const noticeKey = text.trim() === "" ? "note-deleted" : "note-saved";
		// Show *My domains* now. A text on that screen does not become a note. So the person's next message does not
		// replace all these notes by mistake.
		ctx.show(routes.domains, { ...list, noticeKey, vars: { count: result.count } });
	}

	/**
	 * True if the screen reads the text as a tag or a note. False for a name, a list of names, a zone file or the
	 * reference of an order, which other features handle.
	 */
	async function isAnswer({ intent, person }: BotContext): Promise<boolean> {
		if (intent.is === "names") return intent.names.length === 0;
		if (intent.is !== "reference") return intent.is !== "name" && intent.is !== "zone_file";
		const order = await actions.operation.read({ personId: person.id, reference: intent.reference });
		return order.kind === "not_found";
	}

	const inputs = [
		acceptText(routes.tags, async (ctx, text, place) => {
			if (!(await isAnswer(ctx))) return false;
			await tag(ctx, place, text, true);
			return true;
		}),
		acceptText(
			routes.note,
			async (ctx, text, place) => {
				if (place.sure || !(await isAnswer(ctx))) return false;
				await write(ctx, place, text);
				return true;
			},
			{ edits: true },
		),
	];

	const screens = [
		defineScreen(routes.tags, async ({ params, person, t }) => {
			const names = await namesOf(person.id, params);
			const result = await verbs.tags({ personId: person.id, names });
			return result.kind === "trouble" ? troubleView(t, result) : tagsView(t, result, names.length, params);
		}),
		defineScreen(routes.note, async ({ params, person, t }) => {
			const { domain } = params;
			if (domain !== undefined) {
				const result = await verbs.notes({ personId: person.id, domain });
				return result.kind === "trouble" ? troubleView(t, result) : noteView(t, result, { ...params, domain });
			}
			const names = await namesOf(person.id, params);
			const result = await verbs.noteCount({ personId: person.id, names });
			return result.kind === "trouble"
				? troubleView(t, result)
				: manyNotesView(t, { noted: result.count, count: names.length }, params);
		}),
	];
	return { screens, handlers, inputs };
}
