import * as inbox from "../../store/inbox.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { AlertTopic } from "../event/types.ts";

/** Stops alerts of this type, or about this domain, for this person until unmuted. Only `block` mutes blocks. */
export async function mute({ db }: Deps, { personId, ...topic }: Actor & AlertTopic): Promise<void> {
	await inbox.mute(db, personId, rowOf(topic));
}

export async function unmute({ db }: Deps, { personId, ...topic }: Actor & AlertTopic): Promise<void> {
	await inbox.unmute(db, personId, rowOf(topic));
}

export async function mutes({ db }: Deps, { personId }: Actor): Promise<AlertTopic[]> {
	const rows = await inbox.mutesOf(db, personId);
	return rows.map(
		({ topic, value }): AlertTopic => (topic === "type" ? { topic, type: value } : { topic, domain: value }),
	);
}

function rowOf(topic: AlertTopic): inbox.Topic {
	return { topic: topic.topic, value: topic.topic === "type" ? topic.type : topic.domain };
}
