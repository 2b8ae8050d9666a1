import { z } from "zod";
import { unsupported } from "../../../rules/requests.ts";
import { origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const fallbackRoutes = {
	apology: route("apology", { reference: z.string() }),
	/**
	 * Says that a step is outdated. `exited`: the person left its conversation. `again`: the screen that starts the
	 * conversation again. `search`: the screen that looks up the text as a name.
	 */
	outdated: route("outdated", { exited: z.boolean().optional(), again: origin.optional(), search: origin.optional() }),
	/** Says that the service does not support a request. `search`: the screen that looks up the same words as a name. */
	unsupported: route("unsupported", { wants: z.enum(unsupported), search: origin.optional() }),
	unknown: route("unknown", {
		content: z.enum([
			"text",
			"command",
			"file",
			"file-large",
			"file-binary",
			"file-empty",
			"file-token",
			"file-token-deleted",
			"sticker",
			"list",
			"record",
			"zone-file",
			"zone-file-long",
			"zone-file-large",
			"other",
		]),
	}),
};
