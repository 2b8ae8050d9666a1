import { z } from "zod";
import { domain, draftId, noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

/** Identifies a restore point: one that a person saved, or the state before an operation. */
const key = z.union([z.object({ pointId: z.number() }), z.object({ operationId: z.number() })]);

export const restorePointsRoutes = {
	restorePoints: route("restore_points", { domain, page: z.number().optional(), draftId, noticeKey }),
	/** `sure`: true if the screen asks whether to delete the point. */
	restorePoint: route("restore_point", { domain, key, draftId, noticeKey, sure: z.boolean().optional() }),
};
