import type { Connection, ConnectResult } from "../../../actions/index.ts";
import { type Destination, to } from "../../screens/route.ts";
import type { PendingRoute } from "../../screens/shared/pending-route.ts";
import { storeTrouble } from "../../screens/trouble.ts";
import { routes } from "../../screens.ts";

interface Circumstances {
	/** True if the bot could not delete the message with the token. */
	undeleted?: boolean;
	/**
	 * True if the person repeated the test on the screen of a failed test. If the service refuses the token again, the
	 * screen says "still refused".
	 */
	tested?: boolean;
	/** True if the bot tested a token that it had already stored; false if the person has just sent the token. */
	kept?: boolean;
	/** The screen that the person requested before connecting. */
	pendingRoute?: PendingRoute | undefined;
}

/** The locale key of the notice that the service refused a stored token again. */
export const stillRefusedKey = "connect-refused-still";

type Result = ConnectResult | { kind: "no_sandbox" } | { kind: "frozen" } | { kind: "not_found" };

/** Returns the screen that shows the result of testing a token. */
export function connectDestination(result: Result, circumstances: Circumstances = {}): Destination {
	const { pendingRoute, ...rest } = circumstances;
	const { kept = false, ...found } = rest;
	const flags = { undeleted: false, tested: false, ...found, ...(pendingRoute && { pendingRoute }) };
	switch (result.kind) {
		case "connected":
			return to(routes.connected, { ...connected(result), undeleted: flags.undeleted, pendingRoute });
		case "whitelist":
			return to(routes.connectionCheck, {
				trouble: "forbidden",
				addresses: [...result.addresses],
				connectionId: result.connection.id,
				...flags,
			});
		case "trouble":
			if (!result.connection) return to(routes.trouble, storeTrouble(result));
			return to(routes.connectionCheck, { ...storeTrouble(result), connectionId: result.connection.id, ...flags });
		case "malformed":
			return to(routes.connect, { noticeKey: "connect-malformed", pendingRoute });
		case "token_refused":
			return to(routes.connect, { noticeKey: kept ? stillRefusedKey : "connect-refused", pendingRoute });
		case "no_sandbox":
			return to(routes.connect, { noticeKey: "connect-no-sandbox", pendingRoute });
		case "frozen":
			return to(routes.connect, { noticeKey: "connect-sandbox-frozen", pendingRoute });
		case "not_found":
			return to(routes.connect, { pendingRoute });
	}
}

interface Done {
	connection: Connection;
	balanceCents: number | null;
	others: number;
}

function connected({ connection, balanceCents, others }: Done) {
	const { tokenLast4: last4, account } = connection;
	return { last4, sandbox: account?.sandbox ?? false, balanceCents, others };
}
