import { activeConnection } from "../../store/connections.ts";
import { keepGivenSecret } from "../../store/secrets.ts";
import { noAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import { adminOf } from "../connection/managed-account.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";

/** The format of an external service's secret is unknown. Accepts one printable word of 8 to 512 characters. */
const form = /^[\x21-\x7e]{8,512}$/;

/**
 * Stores the secret that signs this account's events. For an account whose owner does not manage it in this bot, such
 * as one of an external service. The person's previous secret and the secrets of other connected people remain valid.
 */
export async function keepSecret(
	deps: Deps,
	{ personId, secret }: Actor & { secret: string },
): Promise<{ kind: "kept" } | { kind: "malformed" } | { kind: "not_here" } | Trouble> {
	const { db, vault } = deps;
	const connection = await activeConnection(db, personId);
	const known = connection?.account;
	if (!known) return noAccess(deps, connection);
	// If the account has an owner in this bot, the admin port supplies the secrets, and only the owner changes them.
	if (adminOf(deps, known) && known.ownerId !== null) return { kind: "not_here" };
	const given = secret.trim();
	if (!form.test(given)) return { kind: "malformed" };
	await db.transaction((tx) => keepGivenSecret(tx, vault, connection.id, given));
	return { kind: "kept" };
}
