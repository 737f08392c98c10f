import type { LedgerPort } from "../core/ports/ledger.ts";

/** The same ledger; each save of ours that got through is told. */
export function tellSaves(ledger: LedgerPort, tell: () => void): LedgerPort {
  return {
    ...ledger,
    document(path, read) {
      const document = ledger.document(path, read);
      return {
        ...document,
        async save(value, version, message) {
          const saving = await document.save(value, version, message);
          if (saving.type === "saved") tell();
          return saving;
        },
      };
    },
    async commit(changes, message) {
      const committing = await ledger.commit(changes, message);
      if (committing.type === "saved") tell();
      return committing;
    },
  };
}
