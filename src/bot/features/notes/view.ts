import type { DomainNotes, TagChoice } from "../../../actions/index.ts";
import { longestNote, longestTag, mostTags } from "../../../rules/tags.ts";
import { footer, nameText, noticeText, quoted } from "../../screens/format.ts";
import { lines, paragraphs, shorten } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import { tagsLine } from "../../screens/shared/domain.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, inRows, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

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
				: [link(t("domain-note"), routes.note, { domain, list: place.list, from: place.from })],
			footer(t, backButton(t, place)),
		],
	};
}

/** Asks for one note about `count` domains. `noted`: how many of them have a note now. */
export function manyNotesView(t: T, { noted, count }: { noted: number; count: number }, place: NotePlace): View {
	const erase = noted === 0 ? [] : [tap(t("note-delete-many", { count: noted }), "erase", { style: "danger" })];
	if (place.sure) {
		return { text: t.html("note-delete-sure", { count: noted }), buttons: [erase, footer(t, cancelButton(t, place))] };
	}
	const parts = [
		noticeText(t, place.noticeKey, place.vars),
		t.html("note-title-many", { count }),
		noted > 0 && t.html("note-replaces", { count: noted }),
		t.html("note-ask", { longest: longestNote }),
	];
	return { text: paragraphs(parts), buttons: [erase, footer(t, backButton(t, place))] };
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
	return {
		text: paragraphs(parts),
		buttons: [erase, footer(t, isAsked ? cancelButton(t, place) : backButton(t, place))],
	};
}

function cancelButton(t: T, { domain, list, from }: NotePlace): Button {
	return link(t("operation-leave"), routes.note, { domain, list, from });
}

function backButton(t: T, { domain, list = {}, from }: TagsPlace): Button {
	const text = t("button-back");
	return domain === undefined ? link(text, routes.domains, list) : link(text, routes.domain, { domain, list, from });
}

export function tagLabel(tag: string): string {
	return shorten(`#${tag}`, 16);
}
