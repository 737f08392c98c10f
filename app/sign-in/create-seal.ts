import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Closes values so that nobody else can read them, change them, or use them for another purpose. */
export interface Seal {
  close(value: unknown): string;
  /** Undefined for everything that was not closed by this very seal. */
  open(text: string): unknown;
}

const algorithm = "aes-256-gcm";
const [ivBytes, tagBytes] = [12, 16];

export function createSeal(secret: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync("sha256", secret, "gsd pages", purpose, 32));
  return {
    close(value) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv);
      const sealed = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    open(text) {
      try {
        const bytes = Buffer.from(text, "base64url");
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        });
        decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        const opened = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
        return JSON.parse(opened.toString("utf8"));
      } catch {
        return undefined;
      }
    },
  };
}
