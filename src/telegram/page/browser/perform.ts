/** Runs something that the server may refuse; a refusal is told, and the answer says whether it worked. */
export type Perform = (work: () => Promise<unknown>) => Promise<boolean>;

export function createPerform(tell: (text: string) => void): Perform {
	return async (work) => {
		try {
			await work();
			return true;
		} catch (error) {
			tell(error instanceof Error ? error.message : String(error));
			return false;
		}
	};
}
