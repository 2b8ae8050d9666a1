import type { Connected } from "../../store/connections.ts";
import type { Connection } from "./types.ts";

export function viewOf({ id, state, active, serviceUrl, tokenLast4, account, personId }: Connected): Connection {
	return {
		id,
		state,
		active,
		serviceUrl,
		tokenLast4,
		account: account && {
			id: account.id,
			userId: account.userId,
			sandbox: account.sandbox,
			owned: account.ownerId === personId,
		},
	};
}
