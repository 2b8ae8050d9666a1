import type { DomainNotes, TagChoice } from "../../actions/index.ts";
import { longestNote, longestTag, mostTags } from "../../rules/tags.ts";
import type { BotContext } from "../context.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { nameText, noticeText } from "../screens/format.ts";
import { lines, paragraphs, quoted, shorten } from "../screens/html.ts";
import { type ParamsOf, routeRef, to } from "../screens/route.ts";
import { type Act, type Next, screen } from "../screens/screen.ts";
import { tagsLine } from "../screens/shared/domain.ts";
import { selectedNames } from "../screens/shared/domains-query.ts";
import type { T } from "../screens/texts.ts";
import { type Button, inRows, link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

/** The maximum number of domains whose tags or notes can be changed at once. */
const mostChanged = 20_000;
/** The maximum length of the tags in a notice. It keeps the message below the limit of Telegram. */
const longestNotice = 400;

/** The private tags and notes that people add to domains. */
export function createNotes({ actions }: FeatureDeps): Feature {
	const { domain: verbs } = actions;

	const namesOf = async (personId: number, { domain, list = {} }: TagsPlace) =>
		domain === undefined ? await selectedNames(actions, personId, list, mostChanged) : [domain];

	/** `sent`: true if the person sent the tags as a text, false if they tapped a button. */
	async function tag({ personId, params: place, value }: Act<TagsPlace>, sent: boolean): Promise<Next<TagsPlace>> {
		const names = await namesOf(personId, place);
		const result = await verbs.tag({ personId, names, text: value });
		if (result.kind === "trouble") return result;
		if (result.kind === "refused")
			return { noticeKey: `tags-refused-${result.problem.replaceAll("_", "-")}`, vars: { longest: longestTag } };
		const { count, full } = result;
		const tags = result.tags.map((each) => `#${each}`).join(", ");
		const notice = {
			noticeKey: full > 0 ? "tags-full" : "tags-added",
			vars: { tags: tags.slice(0, longestNotice), count, full },
		};
		// A text on *My domains* does not become a tag. So the person's next message does not tag all these domains by
		// mistake.
		return sent && place.domain === undefined ? to(routes.domains, { ...place.list, ...notice }) : notice;
	}

	async function write({ personId, params: place }: Act<NotePlace>, text: string): Promise<Next<NotePlace>> {
		const { domain, list, from } = place;
		const names = await namesOf(personId, place);
		const result = await verbs.writeNote({ personId, names, text });
		if (result.kind === "trouble") return result;
		if (result.kind === "too_long") return { noticeKey: "note-too-long", vars: { longest: longestNote } };
		if (domain !== undefined) return to(routes.domain, { domain, list, from });
		const noticeKey = text.trim() === "" ? "note-deleted" : "note-saved";
		// Again *My domains*, so that the next message does not replace all these notes.
		return to(routes.domains, { ...list, noticeKey, vars: { count: result.count } });
	}

	/** False for a name, a list of names, a zone file or the reference of an order, which other features handle. */
	async function isAnswer({ intent, person }: BotContext): Promise<boolean> {
		if (intent.is === "names") return intent.names.length === 0;
		if (intent.is !== "reference") return intent.is !== "name" && intent.is !== "zone_file";
		const order = await actions.operation.read({ personId: person.id, reference: intent.reference });
		return order.kind === "not_found";
	}

	/** True for a sentence such as "watch brand.com": a tag has no domain in it. */
	const isAboutDomain = ({ ctx: { intent }, value }: Act<TagsPlace>) =>
		(intent.is === "request" || intent.is === "misspelt") && /\S\.\S/.test(value);

	const back = ({ domain, list = {}, from }: TagsPlace) =>
		domain === undefined ? routeRef(routes.domains, list) : routeRef(routes.domain, { domain, list, from });

	return feature([
		screen(routes.tags, {
			async load({ personId, params }) {
				const names = await namesOf(personId, params);
				const result = await verbs.tags({ personId, names });
				return { ...result, total: names.length };
			},
			view: (t, result, { params }) => tagsView(t, result, result.total, params),
			back,
			on: {
				tag: (act) => tag(act, false),
				async untag({ personId, params, value }) {
					await verbs.untag({ personId, names: await namesOf(personId, params), tag: value });
					return {};
				},
			},
			text: async (act) => !isAboutDomain(act) && (await isAnswer(act.ctx)) && (await tag(act, true)),
		}),
		screen(routes.note, {
			async load({ personId, params }) {
				const { domain } = params;
				if (domain !== undefined) {
					const result = await verbs.notes({ personId, domain });
					return result.kind === "trouble" ? result : { ...result, domain };
				}
				const names = await namesOf(personId, params);
				const result = await verbs.noteCount({ personId, names });
				return result.kind === "trouble" ? result : { kind: "many" as const, noted: result.count, count: names.length };
			},
			view: (t, data, { params }) =>
				data.kind === "many" ? manyNotesView(t, data, params) : noteView(t, data, { ...params, domain: data.domain }),
			back,
			on: { erase: (act) => (act.params.sure ? write(act, "") : { sure: true }) },
			text: async (act) => !act.params.sure && (await isAnswer(act.ctx)) && (await write(act, act.value)),
			edits: true,
		}),
	]);
}

const mostButtons = 12;

type TagsPlace = ParamsOf<typeof routes.tags>;
type NotePlace = ParamsOf<typeof routes.note>;

/**
 * Shows a button for each tag. If all `count` domains have the tag, a tap removes it from them. Otherwise, a tap adds
 * it to all of them.
 */
export function tagsView(t: T, { used, others }: TagChoice, count: number, place: TagsPlace): View {
	const { domain, noticeKey, vars } = place;
	const all = used.map(({ value, count: has }) =>
		has >= count
			? tap(`✅ ${tagLabel(value)}`, "untag", { value })
			: tap(`➖ ${tagLabel(value)} · ${has}`, "tag", { value }),
	);
	const more = others.map((value) => tap(tagLabel(value), "tag", { value }));
	return {
		text: paragraphs([
			noticeText(t, noticeKey, vars),
			domain === undefined ? t.html("tags-title-many", { count }) : t.html("tags-title", { name: nameText(domain) }),
			domain !== undefined && tagsLine(used.map(({ value }) => value)),
			lines([t.html("tags-ask", { longest: longestTag, most: mostTags }), t.html("tags-find")]),
		]),
		buttons: [
			...inRows([...all, ...more].slice(0, mostButtons), 2),
			domain === undefined
				? [link(t("note-many", { count }), routes.note, { list: place.list })]
				: [
						link(t("domain-note"), routes.note, { domain, list: place.list, from: place.from }),
						...(used.length > 0
							? [
									link(t("alerts-tags"), routes.alertTags, {
										from: routeRef(routes.tags, { domain, list: place.list, from: place.from }),
									}),
								]
							: []),
					],
		],
	};
}

/** Asks for one note about `count` domains. `noted`: how many of them have a note now. */
export function manyNotesView(t: T, { noted, count }: { noted: number; count: number }, place: NotePlace): View {
	const erase = noted === 0 ? [] : [tap(t("note-delete-many", { count: noted }), "erase", { style: "danger" })];
	if (place.sure)
		return { text: t.html("note-delete-sure", { count: noted }), buttons: [erase], back: cancel(t, place) };
	const parts = [
		noticeText(t, place.noticeKey, place.vars),
		t.html("note-title-many", { count }),
		noted > 0 && t.html("note-replaces", { count: noted }),
		t.html("note-ask", { longest: longestNote }),
	];
	return { text: paragraphs(parts), buttons: [erase] };
}

export function noteView(t: T, { note }: Pick<DomainNotes, "note">, place: NotePlace & { domain: string }): View {
	const isAsked = place.sure === true && note !== null;
	const parts = [
		noticeText(t, place.noticeKey, place.vars),
		t.html("note-title", { name: nameText(place.domain) }),
		note !== null && quoted(note),
		isAsked ? t.html("note-delete-sure", { count: 1 }) : t.html("note-ask", { longest: longestNote }),
	];
	const erase = note === null ? [] : [tap(t("note-delete"), "erase", { style: "danger" })];
	return { text: paragraphs(parts), buttons: [erase], ...(isAsked && { back: cancel(t, place) }) };
}

/** Instead of *Back* on the question whether to delete the notes. */
function cancel(t: T, { domain, list, from }: NotePlace): Button {
	return link(t("operation-leave"), routes.note, { domain, list, from });
}

export function tagLabel(tag: string): string {
	return shorten(`#${tag}`, 16);
}
