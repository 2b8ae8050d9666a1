import { z } from "zod";
import { noticeKey, rejectedInput } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const digestRoutes = {
	/** The digest of a period, from `since` to `until` in ISO 8601. */
	digest: route("digest", { since: z.string(), until: z.string() }),
	digestSettings: route("digest_settings", { noticeKey, rejectedInput }),
};
