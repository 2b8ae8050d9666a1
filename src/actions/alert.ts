import { findTag } from "../store/domain-notes.ts";
import * as stored from "../store/mutes.ts";
import { findLabel } from "../store/mutes.ts";
import type { Actor, Deps } from "./deps.ts";
import type { AlertTopic } from "./event/report.ts";

/**
 * Mutes alerts for this person until they unmute them. The topic selects the alerts:
 * - `type`: alerts of one event type.
 * - `domain`: alerts about one domain, except alerts about blocks by the registrar.
 * - `label`: alerts about all domains with a label, except alerts about blocks by the registrar.
 * - `tag`: alerts about all domains with a tag of this person, except alerts about blocks by the registrar.
 * - `block`: alerts about blocks of one domain.
 * - `label_block`: alerts about blocks of all domains with a label.
 * - `tag_block`: alerts about blocks of all domains with a tag of this person.
 */
export async function mute({ db }: Deps, { personId, ...topic }: Actor & AlertTopic): Promise<void> {
	await stored.mute(db, personId, rowOf(topic));
}

/** True if the person gets alerts about blocks of this domain, or of the domains with this label or tag. */
export async function reportsBlocks(
	{ db }: Deps,
	{ personId, ...about }: Actor & ({ domain: string } | { label: string } | { tag: string }),
): Promise<boolean> {
	return stored.reportsBlocks(db, personId, "domain.blocked", about);
}

export async function unmute({ db }: Deps, { personId, ...topic }: Actor & AlertTopic): Promise<void> {
	await stored.unmute(db, personId, rowOf(topic));
}

export async function mutes({ db }: Deps, { personId }: Actor): Promise<AlertTopic[]> {
	const rows = await stored.mutesOf(db, personId);
	return rows.map(({ topic, value }): AlertTopic => {
		if (topic === "type") return { topic, type: value };
		if (topic === "domain" || topic === "block") return { topic, domain: value };
		return topic === "tag" || topic === "tag_block" ? { topic, tag: value } : { topic, label: value };
	});
}

/**
 * Finds a label (`client_ref`) that one of the person's domains or mutes has. Ignores case. Returns the label in its
 * stored spelling; null if there is none.
 */
export async function label({ db }: Deps, { personId, text }: Actor & { text: string }): Promise<string | null> {
	return findLabel(db, personId, text.trim());
}

/** Finds a tag that one of the person's domains or mutes has. Ignores case and a `#`. Null if there is none. */
export async function knownTag({ db }: Deps, { personId, text }: Actor & { text: string }): Promise<string | null> {
	return findTag(db, personId, text.trim().replace(/^#/, ""));
}

function rowOf(topic: AlertTopic): stored.Topic {
	if (topic.topic === "type") return { topic: topic.topic, value: topic.type };
	if ("tag" in topic) return { topic: topic.topic, value: topic.tag };
	return { topic: topic.topic, value: "label" in topic ? topic.label : topic.domain };
}
