// A page in place of one that cannot be had: it comes back by itself when there is a connection again.

const again = () => location.reload();

document.getElementById("again")?.addEventListener("click", again);
addEventListener("online", again);
