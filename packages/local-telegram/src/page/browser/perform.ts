/** Shows the error of a failed action. Returns true if it succeeded. */
export type Perform = (work: () => Promise<unknown>) => Promise<boolean>;

export function createPerform(showError: (text: string) => void): Perform {
	return async (work) => {
		try {
			await work();
			return true;
		} catch (error) {
			showError(error instanceof Error ? error.message : String(error));
			return false;
		}
	};
}
