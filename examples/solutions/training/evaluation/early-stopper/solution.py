"""Keep the best loss and how many epochs have passed since."""


class EarlyStopper:
    def __init__(self, patience: int, min_delta: float = 0.0) -> None:
        self.patience = patience
        self.min_delta = min_delta
        self.best = float("inf")
        self.waited = 0

    def step(self, loss: float) -> bool:
        if loss < self.best - self.min_delta:
            self.best = loss
            self.waited = 0
        else:
            self.waited += 1
        return self.waited >= self.patience
