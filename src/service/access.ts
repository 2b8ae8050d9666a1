import type { Sql } from "../postgres/connect.ts";
import { admits } from "./addresses.ts";
import { Problem } from "./problem.ts";
import { countRequest } from "./rate.ts";
import { hashToken, readToken } from "./token.ts";

interface TokenRow {
	id: number;
	apiEnabled: boolean;
	whitelist: string[];
}

/**
 * Lets a caller in, or throws: first the token (401), then the address (403), then the pace (429). What is refused by
 * the first two is not counted. Answers with the account's number. Source: docs/service.md, "Access".
 */
export async function admit(sql: Sql, authorization: string | undefined, address: string): Promise<number> {
	const token = readToken(authorization);
	const hash = token === undefined ? undefined : hashToken(token);
	const account = hash === undefined ? undefined : await findByToken(sql, hash);
	if (hash === undefined || !account) throw unauthorized("This token is not valid. Was it re-issued?");
	if (!account.apiEnabled) throw unauthorized("The API is switched off for this account.");
	if (!admits(account.whitelist, address)) {
		throw new Problem("forbidden", `The address ${address} is not in the whitelist. Add it in Profile -> API.`);
	}
	const pace = await countRequest(sql, hash);
	if (!pace.go) throw tooMany(pace);
	return account.id;
}

async function findByToken(sql: Sql, hash: string): Promise<TokenRow | undefined> {
	const [row] = await sql<TokenRow[]>`
		select id, api_enabled as "apiEnabled", whitelist from service.accounts where token_hash = ${hash}`;
	return row;
}

function unauthorized(message: string): Problem {
	return new Problem("unauthorized", message, { "www-authenticate": "Bearer" });
}

function tooMany({ seconds, blocked }: { seconds: number; blocked: boolean }): Problem {
	const message = blocked
		? `Too many requests were refused: this token is blocked for ${seconds} more seconds.`
		: "More than 10 requests in one second.";
	return new Problem("rate_limited", message, { "retry-after": String(seconds) });
}
