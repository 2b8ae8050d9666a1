import { activeConnection } from "../../store/connections.ts";
import { keepGivenSecret } from "../../store/secrets.ts";
import { accessTrouble } from "../access.ts";
import type { Actor } from "../actor.ts";
import { adminOf } from "../connection/managed-account.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";

/**
 * Matches 8 to 512 printable characters without spaces. The format of an external service's webhook secret is unknown.
 */
const form = /^[\x21-\x7e]{8,512}$/;

/**
 * Stores the webhook secret that a person entered for their active account. The bot cannot read this secret from an
 * external service. Returns `not_here` if the account has an owner who manages it in this bot. The person's previous
 * secret and the secrets of other connected people remain valid.
 */
export async function keepSecret(
	deps: Deps,
	{ personId, secret }: Actor & { secret: string },
): Promise<{ kind: "kept" } | { kind: "malformed" } | { kind: "not_here" } | Trouble> {
	const { db, vault } = deps;
	const connection = await activeConnection(db, personId);
	const known = connection?.account;
	if (!known) return accessTrouble(deps, connection);
	// If the account has an owner in this bot, the service's admin interface supplies the webhook secret. Only the owner
	// changes this secret.
	if (adminOf(deps, known) && known.ownerId !== null) return { kind: "not_here" };
	const given = secret.trim();
	if (!form.test(given)) return { kind: "malformed" };
	await db.transaction((tx) => keepGivenSecret(tx, vault, connection.id, given));
	return { kind: "kept" };
}
