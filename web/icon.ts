/** The picture in the browser's tab. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3b5bdb"/><path d="M10 8v16M10 16h8a4 4 0 0 1 4 4v4" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/><circle cx="10" cy="8" r="3" fill="#fff"/><circle cx="22" cy="24" r="3" fill="#fff"/></svg>`;
